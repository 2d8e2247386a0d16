import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import tls from 'node:tls';
import { generate } from 'selfsigned';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Header and body as received. */
  readonly raw: string;
  readonly isEncrypted: boolean;
  readonly user: string | undefined;
}

export const mailAccount = { user: 'prahari', pass: 's3cr3t-of-the-mailbox' } as const;

/** A failure in SMTP: 4xx is temporary, 5xx is permanent. */
const refusal = (responseCode: number) =>
  Object.assign(new Error('what a server says may repeat s3cr3t-of-the-mailbox'), { responseCode });

/** One for all: of several that are trusted under one name, a client tries only the first. */
let identity: Promise<{ cert: string; key: string }> | undefined;

async function makeIdentity() {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
    algorithm: 'sha256',
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  });
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), cert]);
  return { cert, key };
}

/** A mail server on localhost, whose certificate this process trusts. */
export async function startMailServer(
  options: Pick<SMTPServerOptions, 'secure' | 'disabledCommands' | 'authOptional'> = {},
) {
  identity ??= makeIdentity();
  const { cert, key } = await identity;
  const received: ReceivedMail[] = [];
  const refusals: number[] = [];
  const server = new SMTPServer({
    cert,
    key,
    ...options,
    // Over plain connections too: whether we speak then is for our side to decide.
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      const isGood = username === mailAccount.user && password === mailAccount.pass;
      done(isGood ? null : refusal(535), isGood ? { user: username } : undefined);
    },
    onRcptTo(_address, _session, done) {
      const code = refusals.shift();
      done(code === undefined ? null : refusal(code));
    },
    onData(stream, { envelope, secure, user }, done) {
      text(stream).then((raw) => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        const to = envelope.rcptTo.map(({ address }) => address);
        received.push({ from, to, raw, isEncrypted: secure, user: user && String(user) });
        done();
      }, done);
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    port,
    received,
    /** The next recipient is refused with this code. */
    refuseNext: (code: number) => void refusals.push(code),
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}
