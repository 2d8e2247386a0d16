/*
 * Lets nginx (its njs module) check a signed URL and the media cookie as the server does:
 * server/src/features/delivery and server/src/features/auth/video-access/media-cookie.adapter.ts.
 * A test compares the two. njs supports only a part of ECMAScript, so this stays plain.
 */
import crypto from 'crypto';

/** Returns `ok`, or anything else: the request then goes to the server, which answers the refusal. */
function verdict(r) {
  const v = r.variables;
  const nowSeconds = Date.now() / 1000;
  const site = r.headersIn['Sec-Fetch-Site'];
  if (site && site !== 'same-origin') return 'site';
  if (Number(v.media_expires) <= nowSeconds) return 'expired';
  // An older key file does not define the variable: the server checks then.
  const cookie = (v.prahari_media_cookie || '').split('.');
  if (cookie.length !== 3 || cookie[0] !== v.media_session) return 'cookie';
  if (!(Number(cookie[1]) > nowSeconds)) return 'cookie';
  const key = Buffer.from(v.prahari_delivery_key, 'base64');
  const network = networkOf(
    v.remote_addr,
    Number(v.prahari_ipv4_bits),
    Number(v.prahari_ipv6_bits),
  );
  const bearer = `${v.media_session}.${v.media_playback}`;
  const claims = `media.${v.media_video}.${bearer}.${v.media_epoch}.${v.media_expires}`;
  const pathMac = computeMac(key, `media-path:${claims}@${network}`).slice(0, 22);
  const cookieMac = computeMac(key, `watch-pass:${cookie[0]}.${cookie[1]}`);
  return isSame(`${pathMac}.${cookieMac}`, `${v.media_mac}.${cookie[2]}`) ? 'ok' : 'code';
}

function computeMac(key, text) {
  return crypto.createHmac('sha256', key).update(text).digest('base64url');
}

/** Compares in constant time. Four bytes a step, because each call costs in njs. */
function isSame(textA, textB) {
  const a = Buffer.from(textA);
  const b = Buffer.from(textB);
  if (a.length !== b.length) return false;
  let difference = 0;
  let at = 0;
  for (; at + 4 <= a.length; at += 4) difference |= a.readInt32LE(at) ^ b.readInt32LE(at);
  for (; at < a.length; at += 1) difference |= a[at] ^ b[at];
  return difference === 0;
}

/** Computes the same as `platform/network/network.ts`; nginx's own addresses are well-formed. */
function networkOf(address, ipv4Bits, ipv6Bits) {
  if (!address.includes(':')) return computeIpv4Network(address, ipv4Bits);
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped) return computeIpv4Network(mapped[1], ipv4Bits);
  const halves = address.split('::');
  const left = parseBytes(halves[0]);
  const right = parseBytes(halves.length > 1 ? halves[1] : '');
  const gap = [];
  while (gap.length < 16 - left.length - right.length) gap.push(0);
  const bytes = left.concat(gap, right);
  if (bytes.join('.') === '0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.1') return 'loopback';
  return ipv6Bits === 0 ? 'any' : `6.${formatPrefix(bytes, ipv6Bits)}`;
}

function computeIpv4Network(address, bits) {
  if (address.startsWith('127.')) return 'loopback';
  return bits === 0 ? 'any' : `4.${formatPrefix(address.split('.').map(Number), bits)}`;
}

function parseBytes(text) {
  const bytes = [];
  if (text === '') return bytes;
  text.split(':').forEach((group) => {
    if (group.includes('.')) {
      group.split('.').forEach((part) => {
        bytes.push(Number(part));
      });
      return;
    }
    const value = parseInt(group, 16);
    bytes.push(value >> 8, value & 255);
  });
  return bytes;
}

function formatPrefix(bytes, bits) {
  return bytes
    .map((byte, i) => {
      const kept = Math.min(8, Math.max(0, bits - i * 8));
      return `0${(byte & (255 << (8 - kept)) & 255).toString(16)}`.slice(-2);
    })
    .join('');
}

export default { verdict, networkOf };
