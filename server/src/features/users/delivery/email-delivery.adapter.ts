import { createTransport } from 'nodemailer';
import type { CodeDelivery } from '../ports.ts';
import { emailNotTaken } from '../users.errors.ts';
import { writeActivationEmail } from './activation-email.rules.ts';
import type { MailServer } from './mail-server.rules.ts';

const defaultTimeoutMs = 10_000;

/** Sends codes by SMTP (RFC 5321), each over a new connection: they are few. */
export function createEmailDelivery(
  server: MailServer,
  publicUrl: string | undefined,
  timeoutMs: number = defaultTimeoutMs,
): CodeDelivery {
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
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return {
    async deliver({ email, ...message }, signal) {
      if (email === null) throw emailNotTaken('no address');
      const { subject, text } = writeActivationEmail({ ...message, publicUrl, timeZone });
      const to = { name: '', address: email };
      const mail = { from, to, subject, text, textEncoding: 'base64', signal } as const;
      await transport.sendMail(mail).catch((error: unknown) => {
        throw emailNotTaken(describeFault(error));
      });
      return 'sent';
    },
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
