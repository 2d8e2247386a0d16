import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import Fastify from 'fastify';
import { listen } from './listen.ts';

/**
 * The least that plays the same encrypted files: a page with Shaka and a button, a licence for
 * every caller. It has no sign-in, no proofs and no database.
 */
const lessonDir = process.env['LESSON_DIR'] ?? '';
const manifest = process.env['MANIFEST'] ?? '';
const licence: unknown = JSON.parse(process.env['LICENCE'] ?? '');
const shaka = createRequire(import.meta.url).resolve('shaka-player/dist/shaka-player.dash.js');
/** As our server lets browsers keep them, so that both sides find the same in the cache. */
const cacheControl = 'private, max-age=3600, immutable';
const page = `<!doctype html>
<title>Bare player</title>
<script src="/shaka.js"></script>
<button>Watch</button>
<video width="960" height="540" muted></video>
<script>
  document.querySelector('button').addEventListener('click', async () => {
    shaka.polyfill.installAll();
    const player = new shaka.Player();
    await player.attach(document.querySelector('video'));
    player.configure({ drm: { servers: { 'org.w3.clearkey': '/licence' } } });
    await player.load('/lesson/manifest.mpd');
  });
</script>
`;

const app = Fastify();
app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
app.get('/', (_request, reply) => reply.type('text/html').send(page));
app.get('/shaka.js', async (_request, reply) => {
  reply.type('text/javascript').header('cache-control', cacheControl);
  return reply.send(await readFile(shaka));
});
app.post('/licence', async () => licence);
app.get<{ Params: { '*': string } }>('/lesson/*', async (request, reply) => {
  const name = request.params['*'];
  if (name === 'manifest.mpd') return reply.type('application/dash+xml').send(manifest);
  reply.type('video/mp4').header('cache-control', cacheControl);
  return reply.send(await readFile(path.join(lessonDir, path.posix.normalize(`/${name}`))));
});
await listen(app);
