/*
 * A Worker of Cloudflare before Prahari (docs/cdn.md): it sends segments out of the cache to those
 * whose path and cookie are good, and passes on everything else. Its settings are variables and, of
 * the key, a secret: DELIVERY_KEY, MEDIA_COOKIE, IPV4_BITS, IPV6_BITS; ASK_ORIGIN is `on` or `off`.
 */
import { findPermittedSegment } from './signed-path.js';

const keptSeconds = 7 * 86_400;

export default {
  async fetch(request, env, context) {
    if (request.method !== 'GET') return fetch(request);
    const url = new URL(request.url);
    const segment = await findPermittedSegment(
      {
        path: url.pathname,
        cookies: request.headers.get('cookie') ?? '',
        site: request.headers.get('sec-fetch-site'),
        address: request.headers.get('cf-connecting-ip') ?? '',
        nowSeconds: Date.now() / 1000,
      },
      {
        deliveryKey: env.DELIVERY_KEY,
        cookieName: env.MEDIA_COOKIE,
        ipv4Bits: Number(env.IPV4_BITS),
        ipv6Bits: Number(env.IPV6_BITS),
      },
    );
    if (segment === null) return fetch(request);
    // Ended sessions, withdrawn videos and downloads are known to Prahari alone.
    if (env.ASK_ORIGIN === 'on') {
      const headers = new Headers(request.headers);
      for (const name of ['range', 'if-none-match', 'if-modified-since']) headers.delete(name);
      const judged = await fetch(new Request(request.url, { method: 'HEAD', headers }));
      if (!judged.ok) return fetch(request);
    }
    const key = new Request(`${url.origin}/segments/${segment.videoId}/${segment.name}`, {
      headers: request.headers,
    });
    const kept = await caches.default.match(key);
    if (kept !== undefined) return asSent(kept);
    const whole = new Headers(request.headers);
    whole.delete('range');
    const answer = await fetch(new Request(request.url, { headers: whole }));
    if (answer.status !== 200) return answer;
    const copy = new Response(answer.clone().body, answer);
    copy.headers.set('cache-control', `public, max-age=${keptSeconds}, immutable`);
    context.waitUntil(caches.default.put(key.url, copy));
    return answer;
  },
};

/** Browsers keep it for themselves; a cache on the way must not, since it checks nothing. */
function asSent(kept) {
  const answer = new Response(kept.body, kept);
  answer.headers.set('cache-control', 'private, max-age=3600, immutable');
  return answer;
}
