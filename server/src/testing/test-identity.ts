import { generateKeyPairSync, sign } from 'node:crypto';

const tags = {
  integer: 0x02,
  bits: 0x03,
  text: 0x0c,
  time: 0x17,
  sequence: 0x30,
  set: 0x31,
  version: 0xa0,
};

/** ASN.1 in DER: tag, length, content. */
function der(tag: keyof typeof tags, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.of(tags[tag], ...size), content]);
}

const sha256WithRsa = Buffer.from('300d06092a864886f70d01010b0500', 'hex');
const commonName = Buffer.from('0603550403', 'hex');

/**
 * Makes a self-signed certificate with its RSA key of 2048 bits, as PEM in one text (RFC 5280,
 * section 4.1).
 */
export function makeIdentity(name: string): string {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const named = der(
    'sequence',
    der('set', der('sequence', commonName, der('text', Buffer.from(name)))),
  );
  const [from, to] = ['250101000000Z', '490101000000Z'].map((at) => der('time', Buffer.from(at)));
  const body = der(
    'sequence',
    ...[der('version', der('integer', Buffer.of(2))), der('integer', Buffer.of(1)), sha256WithRsa],
    ...[named, der('sequence', from ?? Buffer.of(), to ?? Buffer.of()), named],
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = der('bits', Buffer.of(0), sign('sha256', body, privateKey));
  const certificate = der('sequence', body, sha256WithRsa, signature).toString('base64');
  const lines = certificate.replace(/.{64}/g, '$&\n');
  const pem = `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
  return pem + privateKey.export({ type: 'pkcs8', format: 'pem' });
}
