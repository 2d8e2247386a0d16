/*
 * A CloudFront Function (runtime 2.0, event 'viewer request') for the behaviour /media/media.* whose
 * origin is the bucket of STORAGE=s3 (docs/cdn.md). It checks path and cookie as the server does, and
 * asks the bucket for the segment alone, so that all learners share what the CDN keeps. Its key-value
 * store has what `npm run delivery:key` writes: delivery-key, media-cookie, ipv4-bits, ipv6-bits.
 * The runtime knows only a part of ECMAScript, so this stays plain. A test compares it with the server.
 */
import cf from 'cloudfront';
import crypto from 'crypto';

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const shape = new RegExp(
  '^/media/(media\\.(' +
    uuid +
    ')\\.(' +
    uuid +
    ')\\.' +
    uuid +
    '\\.(?:0|[1-9]\\d{0,8})\\.([1-9]\\d{0,11}))\\.([\\w-]{22})/([a-z][a-z0-9]{0,15}/(?:init\\.mp4|[1-9]\\d{0,6}\\.m4s))$',
);

// biome-ignore lint/correctness/noUnusedVariables: the runtime calls it
async function handler(event) {
  const request = event.request;
  const store = cf.kvs();
  const deliveryKey = await store.get('delivery-key');
  const cookieName = await store.get('media-cookie');
  const ipv4Bits = Number(await store.get('ipv4-bits'));
  const ipv6Bits = Number(await store.get('ipv6-bits'));
  const found = shape.exec(request.uri);
  if (!found || request.method !== 'GET') return refuse();
  const nowSeconds = Date.now() / 1000;
  const site = request.headers['sec-fetch-site'];
  if (site && site.value !== 'same-origin') return refuse();
  if (Number(found[4]) <= nowSeconds) return refuse();
  const cookie = (request.cookies[cookieName] ? request.cookies[cookieName].value : '').split('.');
  if (cookie.length !== 3 || cookie[0] !== found[3]) return refuse();
  if (!(Number(cookie[1]) > nowSeconds)) return refuse();
  const key = Buffer.from(deliveryKey, 'base64');
  const network = computeNetwork(event.viewer.ip, ipv4Bits, ipv6Bits);
  const pathMac = computeMac(key, `media-path:${found[1]}@${network}`).slice(0, 22);
  const cookieMac = computeMac(key, `watch-pass:${cookie[0]}.${cookie[1]}`);
  if (!isSame(`${pathMac}.${cookieMac}`, `${found[5]}.${cookie[2]}`)) return refuse();
  // The name of the object; what only the learner's request has is no part of it.
  request.uri = `/videos/${found[2]}/${found[6]}`;
  request.querystring = {};
  request.cookies = {};
  return request;
}

/** The player then asks for new addresses. */
function refuse() {
  return { statusCode: 403, statusDescription: 'Forbidden' };
}

function computeMac(key, text) {
  return crypto.createHmac('sha256', key).update(text).digest('base64url');
}

/** Compares in constant time. */
function isSame(a, b) {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let at = 0; at < a.length; at += 1) difference |= a.charCodeAt(at) ^ b.charCodeAt(at);
  return difference === 0;
}

/** Computes the same as the server; addresses of viewers are well-formed. */
function computeNetwork(address, ipv4Bits, ipv6Bits) {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  const plain = mapped ? mapped[1] : address;
  if (!plain.includes(':')) {
    if (plain.startsWith('127.')) return 'loopback';
    return ipv4Bits === 0 ? 'any' : `4.${formatPrefix(plain.split('.').map(Number), ipv4Bits)}`;
  }
  const halves = plain.split('::');
  const left = parseGroups(halves[0]);
  const right = parseGroups(halves.length > 1 ? halves[1] : '');
  const gap = [];
  while (gap.length < 16 - left.length - right.length) gap.push(0);
  const bytes = left.concat(gap, right);
  if (bytes.join('.') === '0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.1') return 'loopback';
  return ipv6Bits === 0 ? 'any' : `6.${formatPrefix(bytes, ipv6Bits)}`;
}

function parseGroups(text) {
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
