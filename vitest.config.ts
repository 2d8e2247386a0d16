import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { catalogues } from './web/catalogue-plugin.ts';

const ignored = ['**/node_modules/**', '**/dist/**', '**/.cache/**', 'e2e/**'];
const integrationSetup = './server/src/testing/global-setup.ts';

/** A test that hangs ends; one on a machine that does much else beside it does not fail for that. */
const patientMs = 60_000;
/** The same for what is waited for. */
const patiently = { poll: { timeout: 20_000 } };

/**
 * Rules of pages that need a document. A test process ends when the next file needs another
 * environment, and loses its loaded modules: so these files run one after the other.
 */
const needDocument = globSync('web/**/*.test.ts', { cwd: import.meta.dirname }).filter((file) =>
  readFileSync(new URL(file, import.meta.url), 'utf8').startsWith('// @vitest-environment jsdom'),
);

const setup = (name: string) => path.join(import.meta.dirname, 'tools', 'testing', name);
const sameSeed = setup('same-seed.ts');
const patientPages = setup('patient-pages.ts');

/** Messages that pages show stay in the library that shows them, whose clock is of the first document. */
const leavesThingsBehind = ['web/src/shared/export/ExportControl.test.tsx'];

export default defineConfig({
  test: {
    // The suites share small machines with a database and ffmpeg.
    maxWorkers: 2,
    projects: [
      {
        plugins: [catalogues()],
        test: {
          name: 'unit',
          setupFiles: [sameSeed],
          include: ['**/*.test.ts'],
          exclude: [...ignored, '**/*.int.test.ts', '**/*.soak.test.ts', ...needDocument],
          // A file that needs a document says `@vitest-environment jsdom`: making one takes longer
          // than most of these tests.
          environment: 'node',
          // Rules leave nothing behind: a process runs many files, and loads what they share once.
          isolate: false,
          testTimeout: patientMs,
          expect: patiently,
        },
      },
      {
        plugins: [catalogues()],
        test: {
          name: 'unit-document',
          setupFiles: [sameSeed],
          include: needDocument,
          exclude: ignored,
          environment: 'jsdom',
          isolate: false,
          testTimeout: patientMs,
          expect: patiently,
        },
      },
      {
        plugins: [catalogues()],
        test: {
          name: 'unit-web',
          setupFiles: [sameSeed, patientPages],
          include: ['web/**/*.test.tsx'],
          exclude: [...ignored, ...leavesThingsBehind],
          environment: 'jsdom',
          // Loading React and its dependencies again for each file took three quarters of their
          // time.
          isolate: false,
          unstubGlobals: true,
          testTimeout: patientMs,
          expect: patiently,
        },
      },
      {
        plugins: [catalogues()],
        test: {
          name: 'unit-apart',
          setupFiles: [sameSeed, patientPages],
          include: leavesThingsBehind,
          exclude: ignored,
          environment: 'jsdom',
          testTimeout: patientMs,
          expect: patiently,
        },
      },
      {
        test: {
          name: 'int',
          setupFiles: [sameSeed],
          include: ['**/*.int.test.ts'],
          exclude: ignored,
          environment: 'node',
          // Each file has its own server and database. Loading and compiling the whole server again
          // for each would take a second of the processor.
          isolate: false,
          // Many wait for programs, moments and paces: two alone leave cores idle. Four gain a twentieth,
          // and each test then has less of a slow machine.
          maxWorkers: 3,
          // As `npm start` has it: with more room for what is young, less is copied. What is old is
          // first looked through at a size that few reach.
          execArgv: [
            '--min-semi-space-size=64',
            '--max-semi-space-size=64',
            '--initial-old-space-size=1024',
          ],
          sequence: { groupOrder: 1 },
          // Only what never comes waits so long: a busy machine takes many times what a quiet one does.
          testTimeout: 300_000,
          hookTimeout: 300_000,
          // Readers of events wait for each transaction of the whole database server, and one that a
          // stopped process of another file has open is ended after a minute.
          expect: { poll: { timeout: 90_000 } },
          globalSetup: existsSync(integrationSetup) ? [integrationSetup] : [],
        },
      },
      {
        test: {
          // Hours of kills and outages: not for every run, see `npm run test:soak`.
          name: 'soak',
          include: ['**/*.soak.test.ts'],
          exclude: ignored,
          environment: 'node',
          fileParallelism: false,
          testTimeout: 2 * 3_600_000,
          hookTimeout: 60_000,
          globalSetup: existsSync(integrationSetup) ? [integrationSetup] : [],
        },
      },
    ],
  },
});
