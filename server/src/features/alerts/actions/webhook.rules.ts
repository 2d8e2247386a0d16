import { createHmac } from 'node:crypto';

/** Headers of a signed message (Standard Webhooks 1.0). */
export interface WebhookHeaders {
  readonly 'webhook-id': string;
  readonly 'webhook-timestamp': string;
  readonly 'webhook-signature': string;
}

/**
 * Signs a message: HMAC-SHA256 over id, time and body, so that a receiver can refuse forged, changed
 * and old ones. A message that is sent again keeps its id.
 */
export function signWebhook(
  message: { readonly id: string; readonly atSeconds: number; readonly body: string },
  secret: string,
): WebhookHeaders {
  const { id, atSeconds, body } = message;
  const signature = createHmac('sha256', secret).update(`${id}.${atSeconds}.${body}`);
  return {
    'webhook-id': id,
    'webhook-timestamp': `${atSeconds}`,
    'webhook-signature': `v1,${signature.digest('base64')}`,
  };
}
