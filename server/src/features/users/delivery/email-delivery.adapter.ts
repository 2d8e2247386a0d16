import type { CodeDelivery } from '../ports.ts';
import { emailNotTaken } from '../users.errors.ts';
import { writeActivationEmail } from './activation-email.rules.ts';
import type { MailServer } from './mail-server.rules.ts';
import { createMailTransport } from './mail-transport.adapter.ts';

/** Sends codes by e-mail. */
export function createEmailDelivery(
  server: MailServer,
  publicUrl: string | undefined,
  timeoutMs?: number,
): CodeDelivery {
  const send = createMailTransport(server, timeoutMs);
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return {
    async deliver({ email, ...message }, signal) {
      if (email === null) throw emailNotTaken('no address');
      const { subject, text } = writeActivationEmail({ ...message, publicUrl, timeZone });
      await send({ to: email, subject, text }, signal);
      return 'sent';
    },
  };
}
