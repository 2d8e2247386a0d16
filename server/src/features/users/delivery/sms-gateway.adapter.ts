import type { CodeDelivery } from '../ports.ts';
import { smsNotTaken } from '../users.errors.ts';
import type { SmsGateway } from './sms-gateway.rules.ts';

const defaultTimeoutMs = 10_000;

/**
 * Sends codes through a gateway's HTTP interface. Redirects are not followed: they would carry code
 * and secret to an address that was not configured.
 */
export function createSmsDelivery(
  gateway: SmsGateway,
  timeoutMs: number = defaultTimeoutMs,
): CodeDelivery {
  return {
    async deliver({ contactNumber, name, code }, signal) {
      const { url, ...request } = gateway({ number: contactNumber, name, code });
      const answer = await fetch(url, {
        ...request,
        redirect: 'manual',
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      }).catch((error: unknown) => {
        throw smsNotTaken(describeFault(error));
      });
      // It may repeat the message, and is not read.
      await answer.body?.cancel();
      if (!answer.ok) throw smsNotTaken(`status ${answer.status}`);
      return 'sent';
    },
  };
}

/** Says what went wrong in a word. Texts of errors stay out: they may repeat address or header. */
function describeFault(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { cause } = error;
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') {
    return cause.code;
  }
  return error.name;
}
