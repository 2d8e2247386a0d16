import { createTransport } from 'nodemailer';
import { emailNotTaken } from '../users.errors.ts';
import type { MailServer } from './mail-server.rules.ts';

const defaultTimeoutMs = 10_000;

/** A message in plain text to one address. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Sends a message. @throws AppError EXTERNAL_SERVICE_ERROR, which repeats nothing of it */
export type SendMail = (mail: Mail, signal: AbortSignal) => Promise<void>;

/** Sends by SMTP (RFC 5321), each message over a new connection: they are few. */
export function createMailTransport(
  server: MailServer,
  timeoutMs: number = defaultTimeoutMs,
): SendMail {
  const { host, port, auth, from } = server;
  const transport = createTransport({
    host,
    port,
    auth,
    secure: server.tls === 'from-the-start',
    // A server that offers no STARTTLS, or a machine in between, gets neither password nor code.
    requireTLS: server.tls === 'starttls',
    ignoreTLS: server.tls === 'none',
    tls: { minVersion: 'TLSv1.2' },
    dnsTimeout: timeoutMs,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async ({ to: address, subject, text }, signal) => {
    const to = { name: '', address };
    const mail = { from, to, subject, text, textEncoding: 'base64', signal } as const;
    await transport.sendMail(mail).catch((error: unknown) => {
      throw emailNotTaken(describeFault(error));
    });
  };
}

/**
 * Says what went wrong in a word. Texts of errors stay out: they may repeat password or address.
 */
function describeFault(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  const answered = 'responseCode' in error && typeof error.responseCode === 'number';
  return answered ? `${code} ${error.responseCode}` : code;
}
