import { isLocalHost } from '../../../platform/config/local-host.ts';
import { StartError } from '../../../platform/errors/app-error.ts';
import type { UsersConfig } from '../users.config.ts';
import { fillForm, fillJson, type SmsValues } from './sms-template.rules.ts';

export interface SmsRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** Makes the request that sends one message. */
export type SmsGateway = (values: SmsValues) => SmsRequest;

/** Visible ASCII and blanks (RFC 9110, section 5.5). */
const headerValue = /^[\x20-\x7e]+$/;

/**
 * Reads the gateway out of its settings; undefined when none is set.
 * @throws StartError that names the setting and never its value, which may be a secret
 */
export function readSmsGateway(settings: UsersConfig): SmsGateway | undefined {
  const { smsGatewayUrl, smsGatewayMethod: method, smsGatewayBody: template } = settings;
  if (smsGatewayUrl === undefined) return undefined;
  const url = gatewayUrl(smsGatewayUrl);
  const isForm = method === 'GET' || settings.smsGatewayContentType !== 'application/json';
  const write = isForm ? fillForm : fillJson;
  if (template === undefined || !isTemplate(template, write)) {
    throw new StartError(
      `SMS_GATEWAY_BODY must be ${isForm ? 'a form' : 'JSON'} with {number} and {code} in its values.`,
    );
  }
  const authorization = settings.smsGatewayAuthorization;
  if (authorization !== undefined && !headerValue.test(authorization)) {
    throw new StartError('SMS_GATEWAY_AUTHORIZATION holds signs that a header can not carry.');
  }
  const headers = authorization === undefined ? {} : { authorization };

  return (values) => {
    const written = write(template, values);
    if (method === 'GET') {
      const asked = new URL(url);
      asked.search = [asked.search.slice(1), written].filter(Boolean).join('&');
      return { url: asked.href, method, headers, body: null };
    }
    const type = { 'content-type': settings.smsGatewayContentType };
    return { url: url.href, method, headers: { ...headers, ...type }, body: written };
  };
}

function gatewayUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isSafe =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocalHost(url.hostname));
  if (!url || !isSafe) {
    throw new StartError('SMS_GATEWAY_URL must begin with https://, unless it is on localhost.');
  }
  if (url.username || url.password) {
    throw new StartError(
      'SMS_GATEWAY_URL must not hold a password: use SMS_GATEWAY_AUTHORIZATION.',
    );
  }
  return url;
}

/** Tells whether number and code come through. */
function isTemplate(template: string, write: typeof fillForm): boolean {
  try {
    const written = write(template, { number: 'NUMBER', code: 'CODE', name: '' });
    return written.includes('NUMBER') && written.includes('CODE');
  } catch {
    return false;
  }
}
