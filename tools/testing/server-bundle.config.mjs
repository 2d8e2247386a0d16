import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { inRoot, root } from '../setup/root.mjs';

const server = inRoot('server', 'src');

/**
 * Modules find their own files by their own place, which in a bundle would be the bundle's.
 * @type {{ name: string, enforce: 'pre', transform(code: string, id: string): string | null }}
 */
const placesOfSources = {
  name: 'places-of-sources',
  enforce: 'pre',
  transform(code, id) {
    if (!/\b__dirname\b|\bimport\.meta\./u.test(code)) return null;
    const folder = JSON.stringify(path.dirname(id));
    return code
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
      .replaceAll('import.meta.dirname', folder)
      .replaceAll(/\b__dirname\b/gu, folder);
  },
};

/** The programs that tests start as processes, each with its libraries; what they share is one file. */
export default {
  root,
  configFile: false,
  publicDir: false,
  logLevel: 'warn',
  plugins: [placesOfSources],
  // Machine code stays where it is, and so does what reads passkeys: in a bundle it fails.
  ssr: {
    noExternal: true,
    external: ['@node-rs/argon2', '@simplewebauthn/server'],
    target: 'node',
  },
  build: {
    ssr: true,
    target: 'node24',
    minify: false,
    emptyOutDir: true,
    rolldownOptions: {
      input: {
        main: path.join(server, 'main.ts'),
        backup: path.join(server, 'commands', 'backup.ts'),
        'run-runner': path.join(server, 'commands', 'run-runner.ts'),
        restore: path.join(server, 'commands', 'restore.ts'),
        'rotate-keys': path.join(server, 'commands', 'rotate-keys.ts'),
        'one-try.fixture': path.join(server, 'features/ingest/processing/one-try.fixture.ts'),
        'helping-worker.fixture': path.join(
          server,
          'features/ingest/parts/helping-worker.fixture.ts',
        ),
        'watch-server': path.join(server, 'testing', 'key-scan', 'watch-server.ts'),
      },
      output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
    },
  },
};
