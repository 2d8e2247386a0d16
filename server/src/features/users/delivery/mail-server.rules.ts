import { isLocalHost } from '../../../platform/config/local-host.ts';
import { StartError } from '../../../platform/errors/app-error.ts';
import type { UsersConfig } from '../users.config.ts';

/** The address of the mail server, and the sender. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** `from-the-start` (RFC 8314) or `starttls` (RFC 3207); `none` to this machine only. */
  readonly tls: 'from-the-start' | 'starttls' | 'none';
  readonly auth: { readonly user: string; readonly pass: string } | undefined;
  readonly from: string;
}

type SmtpSettings = Pick<UsersConfig, 'smtpUrl' | 'smtpFrom' | 'smtpUser'>;

/** RFC 8314, section 7.3, and RFC 6409. */
const defaultPorts = { 'smtps:': 465, 'smtp:': 587 } as const;
/** An address, alone or behind a name; nothing that could begin another header or recipient. */
const sender = /^(?:[^<>@,;:"\p{Cc}]*<[^<>@\s,;]+@[^<>@\s,;]+>|[^<>@\s,;]+@[^<>@\s,;]+)$/u;

/**
 * Reads the mail server out of its settings; undefined when none is set.
 * @param password what the password file holds
 * @throws StartError that names the setting and never its value, which may be a secret
 */
export function readMailServer(
  settings: SmtpSettings,
  password: string | undefined,
): MailServer | undefined {
  const { smtpUrl, smtpFrom: from, smtpUser: user } = settings;
  if (smtpUrl === undefined) return undefined;
  const url = URL.canParse(smtpUrl) ? new URL(smtpUrl) : undefined;
  const { protocol } = url ?? {};
  if (!url?.hostname || (protocol !== 'smtp:' && protocol !== 'smtps:')) {
    throw new StartError('SMTP_URL must be smtp://host:port or smtps://host:port.');
  }
  if (url.username || url.password) {
    throw new StartError(
      'SMTP_URL must not hold a password: use SMTP_USER and SMTP_PASSWORD_FILE.',
    );
  }
  if (from === undefined || !sender.test(from)) {
    throw new StartError(
      'SMTP_FROM must be an e-mail address such as Prahari <no-reply@example.org>.',
    );
  }
  if ((user === undefined) !== (password === undefined)) {
    throw new StartError('SMTP_USER and SMTP_PASSWORD_FILE are set together or not at all.');
  }
  const plain = isLocalHost(url.hostname) ? 'none' : 'starttls';
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? defaultPorts[protocol] : Number(url.port),
    tls: protocol === 'smtps:' ? 'from-the-start' : plain,
    auth: user === undefined || password === undefined ? undefined : { user, pass: password },
    from,
  };
}
