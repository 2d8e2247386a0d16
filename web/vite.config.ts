import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { flexGapFallback } from './flex-gap-fallback.ts';

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

const compressible = /\.(?:js|css|svg)$/u;
/** What is smaller gains nothing. */
const leastBytes = 512;

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

const page = (name: string) => fileURLToPath(new URL(name, import.meta.url));

const API = { target: 'http://localhost:8080', changeOrigin: false };

/** `vite build --mode gallery --outDir <folder>` builds the kit's showcase instead of the product. */
export default defineConfig(({ mode }) => ({
  root: page('.'),
  plugins: [react(), sonnerWithoutInlineStyle(), compressedBesides()],
  resolve: {
    alias: {
      // The original writes <style> elements to lock scrolling behind dialogs; ours needs no inline style.
      'react-style-singleton': page('src/ui/style-singleton.ts'),
    },
  },
  css: { postcss: { plugins: [flexGapFallback()] } },
  build: {
    // Smart TVs of 2021 run Chromium 79; Lightning CSS lowers to the same. What no lowering gives,
    // built-ins, is in public/old-browsers.js.
    target: 'chrome79',
    cssTarget: 'chrome79',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: page(mode === 'gallery' ? 'gallery.html' : 'index.html'),
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'framework',
              priority: 1,
              test: /node_modules[\\/](react|react-dom|scheduler|@tanstack[\\/](?:react-query|query-core))[\\/]/u,
            },
            {
              // Small parts that the library shows at once: together they compress better.
              name: 'first-page',
              test: /web[\\/]src[\\/](ui[\\/](Badge|PageHeader|TextField|Field|IconButton|Icon|class-names)|shared[\\/](format|watching|page-title|api[\\/]query-keys))/u,
            },
          ],
        },
      },
    },
  },
  server: { port: 5173, proxy: { '/api': API, '/media': API } },
}));
