import path from 'node:path';
import { build } from 'vite';

const web = path.join(import.meta.dirname, '..', '..', 'web');
const entry = path.join(web, 'src', 'features', 'player', 'testing', 'watermark-lab.ts');

/** The page of web/src/features/player/testing/watermark-lab.ts, which needs no server. */
export async function buildWatermarkLab(): Promise<string> {
  const built = await build({
    configFile: false,
    root: web,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      lib: { entry, formats: ['iife'], name: 'built' },
    },
  });
  const [first] = [built].flat();
  if (first === undefined || !('output' in first)) throw new Error('vite built nothing');
  const texts = first.output.map((file) =>
    file.type === 'chunk'
      ? `<script>${file.code}</script>`
      : `<style>${String(file.source)}</style>`,
  );
  const styles = texts.filter((text) => text.startsWith('<style>'));
  const scripts = texts.filter((text) => text.startsWith('<script>'));
  return `<!doctype html><meta charset="utf-8"><title>Lab</title><body>${[...styles, ...scripts].join('')}`;
}
