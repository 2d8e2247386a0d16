/*
 * Checks a signed path and the media cookie as the server does, where a CDN runs JavaScript with the
 * web's own cryptography: cloudflare.js and fastly.js use it. A test compares it with the server.
 */

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const shape = new RegExp(
  `^/media/(media\\.(${uuid})\\.(${uuid})\\.${uuid}\\.(?:0|[1-9]\\d{0,8})\\.([1-9]\\d{0,11}))\\.([\\w-]{22})/([a-z][a-z0-9]{0,15}/(?:init\\.mp4|[1-9]\\d{0,6}\\.m4s))$`,
);

/**
 * Finds which segment a request may have; null for everything that is not such a request, or whose
 * path or cookie is not good: the server answers that.
 * @param {{ path: string, cookies: string, site: string | null, address: string, nowSeconds: number }} request
 * @param {{ deliveryKey: string, cookieName: string, ipv4Bits: number, ipv6Bits: number }} settings of
 * the file that `npm run delivery:key` writes
 * @returns {Promise<{ videoId: string, name: string } | null>}
 */
export async function findPermittedSegment(request, settings) {
  const [, claims, videoId, sessionId, expires, mac, name] = shape.exec(request.path) ?? [];
  if (claims === undefined) return null;
  if (request.site !== null && request.site !== 'same-origin') return null;
  if (Number(expires) <= request.nowSeconds) return null;
  const cookie = readCookie(request.cookies, settings.cookieName).split('.');
  if (cookie.length !== 3 || cookie[0] !== sessionId) return null;
  if (!(Number(cookie[1]) > request.nowSeconds)) return null;
  const network = computeNetwork(request.address, settings);
  const [pathMac, cookieMac] = await Promise.all([
    computeMac(settings.deliveryKey, `media-path:${claims}@${network}`),
    computeMac(settings.deliveryKey, `watch-pass:${cookie[0]}.${cookie[1]}`),
  ]);
  const isOurs = isSame(`${pathMac.slice(0, 22)}.${cookieMac}`, `${mac}.${cookie[2]}`);
  return isOurs ? { videoId, name } : null;
}

function readCookie(cookies, name) {
  const found = cookies.split(';').find((one) => one.trim().startsWith(`${name}=`));
  return found === undefined ? '' : found.trim().slice(name.length + 1);
}

async function computeMac(deliveryKey, text) {
  const bytes = Uint8Array.from(atob(deliveryKey), (one) => one.charCodeAt(0));
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign']);
  const mac = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text));
  const encoded = btoa(String.fromCharCode(...new Uint8Array(mac)));
  return encoded.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Compares in constant time. */
function isSame(a, b) {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let at = 0; at < a.length; at += 1) difference |= a.charCodeAt(at) ^ b.charCodeAt(at);
  return difference === 0;
}

/** Computes the same as `server/src/platform/network/network.ts`; a CDN's addresses are well-formed. */
function computeNetwork(address, { ipv4Bits, ipv6Bits }) {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  const plain = mapped?.[1] ?? address;
  if (!plain.includes(':')) {
    if (plain.startsWith('127.')) return 'loopback';
    return ipv4Bits === 0 ? 'any' : `4.${formatPrefix(plain.split('.').map(Number), ipv4Bits)}`;
  }
  const [left, right = []] = plain.split('::').map(parseGroups);
  const gap = plain.includes('::') ? Array(16 - left.length - right.length).fill(0) : [];
  const bytes = [...left, ...gap, ...right];
  if (bytes.every((byte, at) => byte === (at === 15 ? 1 : 0))) return 'loopback';
  return ipv6Bits === 0 ? 'any' : `6.${formatPrefix(bytes, ipv6Bits)}`;
}

function parseGroups(text) {
  if (text === '') return [];
  return text.split(':').flatMap((group) => {
    if (group.includes('.')) return group.split('.').map(Number);
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 255];
  });
}

function formatPrefix(bytes, bits) {
  return bytes
    .map((byte, at) => {
      const kept = Math.min(8, Math.max(0, bits - at * 8));
      return (byte & (255 << (8 - kept)) & 255).toString(16).padStart(2, '0');
    })
    .join('');
}
