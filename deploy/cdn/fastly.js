/*
 * A program of Fastly Compute before Prahari (docs/cdn.md): it keeps segments under the name of the
 * video, for those whose path and cookie are good, and passes on everything else. Its settings are in
 * the config store `prahari`, the key in the secret store `prahari`; the backend is `prahari`.
 */
import { CacheOverride } from 'fastly:cache-override';
import { ConfigStore } from 'fastly:config-store';
import { SecretStore } from 'fastly:secret-store';
import { findPermittedSegment } from './signed-path.js';

const keptSeconds = 7 * 86_400;
const backend = 'prahari';

addEventListener('fetch', (event) => event.respondWith(answer(event)));

async function answer({ request, client }) {
  const pass = () => fetch(request, { backend, cacheOverride: new CacheOverride('pass') });
  if (request.method !== 'GET') return pass();
  const settings = new ConfigStore('prahari');
  const secret = await new SecretStore('prahari').get('delivery-key');
  const url = new URL(request.url);
  const segment = await findPermittedSegment(
    {
      path: url.pathname,
      cookies: request.headers.get('cookie') ?? '',
      site: request.headers.get('sec-fetch-site'),
      address: client.address,
      nowSeconds: Date.now() / 1000,
    },
    {
      deliveryKey: secret.plaintext(),
      cookieName: settings.get('media-cookie'),
      ipv4Bits: Number(settings.get('ipv4-bits')),
      ipv6Bits: Number(settings.get('ipv6-bits')),
    },
  );
  if (segment === null) return pass();
  // Ended sessions, withdrawn videos and downloads are known to Prahari alone.
  if (settings.get('ask-origin') === 'on') {
    const headers = new Headers(request.headers);
    for (const name of ['range', 'if-none-match', 'if-modified-since']) headers.delete(name);
    const question = new Request(request.url, { method: 'HEAD', headers });
    const judged = await fetch(question, { backend, cacheOverride: new CacheOverride('pass') });
    if (!judged.ok) return pass();
  }
  const cacheOverride = new CacheOverride('override', { ttl: keptSeconds });
  const cacheKey = `${segment.videoId}/${segment.name}`;
  const sent = await fetch(request, { backend, cacheOverride, cacheKey });
  // Browsers keep it for themselves; a cache on the way must not, since it checks nothing.
  const headers = new Headers(sent.headers);
  headers.set('cache-control', 'private, max-age=3600, immutable');
  return new Response(sent.body, { status: sent.status, headers });
}
