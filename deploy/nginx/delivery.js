/*
 * Lets nginx (its njs module) check a signed path and the watch pass as the server does:
 * server/src/features/delivery and server/src/features/auth/video-access/media-cookie.adapter.ts.
 * A test holds the two against each other. njs knows ECMAScript in parts, so this stays plain.
 */
import crypto from 'crypto';

/** `ok`, or anything else: the request then goes to the server, which says no in its own words. */
function verdict(r) {
  const v = r.variables;
  const nowSeconds = Date.now() / 1000;
  const site = r.headersIn['Sec-Fetch-Site'];
  if (site && site !== 'same-origin') return 'site';
  if (Number(v.media_expires) <= nowSeconds) return 'expired';
  const pass = v.prahari_watch_pass.split('.');
  if (pass.length !== 3 || pass[0] !== v.media_session) return 'pass';
  if (!(Number(pass[1]) > nowSeconds)) return 'pass';
  const key = Buffer.from(v.prahari_delivery_key, 'base64');
  const network = networkOf(
    v.remote_addr,
    Number(v.prahari_ipv4_bits),
    Number(v.prahari_ipv6_bits),
  );
  const bearer = `${v.media_session}.${v.media_playback}`;
  const claims = `media.${v.media_video}.${bearer}.${v.media_epoch}.${v.media_expires}`;
  const pathMac = macOf(key, `media-path:${claims}@${network}`).slice(0, 22);
  const passMac = macOf(key, `watch-pass:${pass[0]}.${pass[1]}`);
  return isSame(`${pathMac}.${passMac}`, `${v.media_mac}.${pass[2]}`) ? 'ok' : 'code';
}

function macOf(key, text) {
  return crypto.createHmac('sha256', key).update(text).digest('base64url');
}

/** Takes the same time wherever the two differ. Four bytes at a step: each call of njs costs. */
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

/** As `platform/network/network.ts`; nginx writes addresses itself, so they are well-formed. */
function networkOf(address, ipv4Bits, ipv6Bits) {
  if (!address.includes(':')) return networkOfIpv4(address, ipv4Bits);
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped) return networkOfIpv4(mapped[1], ipv4Bits);
  const halves = address.split('::');
  const left = bytesOf(halves[0]);
  const right = bytesOf(halves.length > 1 ? halves[1] : '');
  const gap = [];
  while (gap.length < 16 - left.length - right.length) gap.push(0);
  const bytes = left.concat(gap, right);
  if (bytes.join('.') === '0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.1') return 'loopback';
  return ipv6Bits === 0 ? 'any' : `6.${prefixOf(bytes, ipv6Bits)}`;
}

function networkOfIpv4(address, bits) {
  if (address.startsWith('127.')) return 'loopback';
  return bits === 0 ? 'any' : `4.${prefixOf(address.split('.').map(Number), bits)}`;
}

function bytesOf(text) {
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

function prefixOf(bytes, bits) {
  return bytes
    .map((byte, i) => {
      const kept = Math.min(8, Math.max(0, bits - i * 8));
      return `0${(byte & (255 << (8 - kept)) & 255).toString(16)}`.slice(-2);
    })
    .join('');
}

export default { verdict, networkOf };
