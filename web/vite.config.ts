import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, minify, type Plugin } from 'vite';
import { catalogues } from './catalogue-plugin.ts';
import { flexGapFallback } from './flex-gap-fallback.ts';
import { serviceWorker } from './service-worker-plugin.ts';

/**
 * Sonner puts its stylesheet into a `<style>` element when it is imported, which `style-src 'self'`
 * forbids. The kit imports the same rules from sonner/dist/styles.css, so the call goes.
 */
function sonnerWithoutInlineStyle(): Plugin {
  const call = /\n__insertCSS\(.*\);/u;
  return {
    name: 'sonner-without-inline-style',
    apply: 'build',
    transform(code, id) {
      if (!id.endsWith('/sonner/dist/index.mjs')) return null;
      if (!call.test(code)) throw new Error('sonner no longer injects its style as expected');
      return { code: code.replace(call, ''), map: null };
    },
  };
}

/**
 * Fixes two bugs of Shaka's `StreamingEngine` (5.2.12) that stopped playback permanently after a
 * jump while segments were refused, the network was away, or the quality had just changed.
 */
const shakaMends = [
  {
    // `onUpdate_`: an update that falls due while the buffer is emptied keeps its timer, and all wait for it.
    fault:
      /if\((\w+)\.(\w+)\|\|\1\.(\w+)==null\|\|\1\.(\w+)\)return (\w+)\.return\(\);\1\.\3=null;/u,
    mended: 'if($1.$2||$1.$3==null)return $5.return();$1.$3=null;if($1.$4)return $5.return();',
  },
  {
    // `clearBuffer_`: an init segment whose fetch the jump aborted is kept, and aborts every try to come.
    fault: /(\w+)\.(\w+)&&!(\w+)\.(\w+)\.has\(\1\.stream\)&&(\w+)\(\1\.\2,!1\)/u,
    mended: '$1.$2&&!$3.$4.has($1.stream)&&$5($1.$2,!0)',
  },
];

function shakaMended(): Plugin {
  return {
    name: 'shaka-mended',
    apply: 'build',
    transform(code, id) {
      if (!id.endsWith('/shaka-player/dist/shaka-player.dash.js')) return null;
      const mended = shakaMends.reduce((text, mend) => {
        if (!mend.fault.test(text)) throw new Error(`Shaka no longer reads as ${mend.fault}`);
        return text.replace(mend.fault, mend.mended);
      }, code);
      return { code: mended, map: null };
    },
  };
}

const compressible = /\.(?:js|css|svg)$/u;
/** Smaller files gain nothing. */
const leastBytes = 512;

/** The oldest browser: of smart TVs of 2021. */
const oldest = 'chrome79';

/** Vite copies plain scripts of `public` as they are, and every page waits for them. */
function plainScriptsMinified(): Plugin {
  return {
    name: 'plain-scripts-minified',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const names = (await readdir(dir)).filter((name) => name.endsWith('.js'));
      for (const name of names) {
        const file = path.join(dir, name);
        const options = { compress: { target: oldest } };
        const { code, errors } = await minify(name, await readFile(file, 'utf8'), options);
        if (errors.length > 0) throw new Error(`${name} could not be minified`);
        await writeFile(file, code);
        await compressBesides(file);
      }
    },
  };
}

/**
 * Writes each text of the build compressed too, beside it: once and as hard as it goes, so that the
 * server only sends it (`preCompressed` in server/src/platform/http/web-app.ts).
 */
function compressedBesides(): Plugin {
  return {
    name: 'compressed-besides',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const names = Object.keys(bundle).filter((name) => compressible.test(name));
      await Promise.all(names.map((name) => compressBesides(path.join(dir, name))));
    },
  };
}

async function compressBesides(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.byteLength < leastBytes) return;
  const hard = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  await Promise.all([
    promisify(brotliCompress)(content, hard).then((bytes) => writeFile(`${file}.br`, bytes)),
    promisify(gzip)(content, { level: 9 }).then((bytes) => writeFile(`${file}.gz`, bytes)),
  ]);
}

/**
 * The code of the library and its dependencies: one chunk compresses better than many. Every page
 * fetches it, so nothing belongs here that only other pages need.
 */
const firstPage = [
  'web/src/app/(start|routes)',
  'web/src/features/player/protection/capture',
  'web/src/ui/(Badge|PageHeader|TextField|Field|IconButton|Icon|Select|Skeleton|class-names)',
  'web/src/domain/(query-keys|watching)',
  'web/src/shared/(format|page-title|table/RestingTextField|api/use-error-text)',
  'contract/src/(catalogue|fields|limits|video|video-list-query|endpoints/video-(list|facets))\\.ts',
];

/**
 * What plays a lesson, online or kept, until its first picture: without a name of its own it falls into
 * many chunks, which compress worse. A chunk takes along what its modules import, so what other
 * pages use as well stands beside it.
 */
const player = [
  'features/player/(Stage|LoadingPanel|Player|WatchPage|Stall)\\.',
  'features/player/(controls|engine|fullscreen|report|watermark|television)/',
  'features/player/protection/(device/|hold/|incidents/|ladder/|detectors/|[a-z-]+\\.ts)',
  'domain/videos/key-ids',
];
const besidePlayer = [
  'web/src/(shared/(api/ErrorNotice|errors/feedback-action|outbox/|storage/stored-list)|ui/(use-lost-focus|focusable))',
  'web/src/(shared/client-watch/noticed-incidents|domain/(storyboard|video-cache/name-playback))',
  'lucide-react/dist/esm/icons/(maximize|minimize|notebook-pen|pause|rotate-c?cw|shield-(exclamation-point|x)|volume-[2x])\\.',
];
const callsOfPlayer = [
  'contract/src/(incidents|incident-list-query|drm|drm-persistence|playback|playback-policy|protection)\\.ts',
  'contract/src/endpoints/(security|drm-persistence-log|drm-licences|drm-token|playback-check|video-playback|video-prefetch)\\.ts',
];
const anyOf = (paths: readonly string[]) =>
  new RegExp(paths.join('|').replaceAll('/', '[\\\\/]'), 'u');

/** Pages that open without a line from the first visit on; a learner's others, once something is kept. */
const startsWithoutLine =
  /web[\\/]src[\\/](?:features[\\/](?:library[\\/]LibraryPage|downloads[\\/]DownloadsPage)|app[\\/]NeedsConnection|domain[\\/]video-cache[\\/]|domain[\\/]offline[\\/]|ui[\\/]more-icons|shared[\\/]i18n[\\/]\w+[\\/](?:first|account|offline|player)\.po)/u;
const forAdministrators =
  /web[\\/]src[\\/](?:features[\\/]admin[\\/]|app[\\/](?:AdminPages|ControlShell)|shared[\\/]i18n[\\/]\w+[\\/](?:admin|slip)\.po)/u;

const page = (name: string) => fileURLToPath(new URL(name, import.meta.url));

const API = { target: 'http://localhost:8080', changeOrigin: false };

/** `vite build --mode gallery --outDir <folder>` builds the kit's showcase instead of the product. */
export default defineConfig(({ mode }) => ({
  root: page('.'),
  plugins: [
    catalogues(),
    react(),
    sonnerWithoutInlineStyle(),
    shakaMended(),
    plainScriptsMinified(),
    compressedBesides(),
    ...(mode === 'gallery'
      ? []
      : [
          serviceWorker({
            entry: page('src/service-worker/worker.ts'),
            target: oldest,
            first: startsWithoutLine,
            leftOut: forAdministrators,
            finish: compressBesides,
          }),
        ]),
  ],
  resolve: {
    alias: {
      // The original writes <style> elements to lock scrolling behind dialogs; ours needs no inline style.
      'react-style-singleton': page('src/ui/style-singleton.ts'),
    },
  },
  css: { postcss: { plugins: [flexGapFallback()] } },
  build: {
    // Lightning CSS lowers to the same. Built-ins, which can't be lowered, are in
    // public/old-browsers.js.
    target: oldest,
    cssTarget: oldest,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: page(mode === 'gallery' ? 'gallery.html' : 'index.html'),
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'framework',
              priority: 3,
              test: /node_modules[\\/](react|react-dom|scheduler|@tanstack[\\/](?:react-query|query-core))[\\/]/u,
            },
            { name: 'first-page', priority: 2, test: anyOf(firstPage) },
            { name: 'beside-player', priority: 1, test: anyOf(besidePlayer) },
            { name: 'calls-of-player', priority: 1, test: anyOf(callsOfPlayer) },
            { name: 'player', test: anyOf(player) },
          ],
        },
      },
    },
  },
  server: { port: 5173, proxy: { '/api': API, '/media': API } },
}));
