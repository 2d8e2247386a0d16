import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { runInForeground, SetupError } from './process.mjs';
import { inRoot } from './root.mjs';

/** The first release that runs TypeScript without a flag and whose V8 our code is written for. */
const OLDEST_MAJOR = 24;

/** Of this machine alone: npm 9 and 10 make no link to it in `.bin`, for two packages claim that. */
export const pinnedNode = inRoot(
  'node_modules',
  `node-${process.platform}-${process.arch}`,
  'bin',
  'node',
);

/**
 * Goes on under the Node that the lock file pins, or under this one where none is pinned.
 * @param {() => Promise<number | void>} main what to do under the right Node
 * @returns {Promise<number | void>} the exit code
 */
export async function underPinnedNode(main) {
  const bin = inRoot('node_modules', '.bin');
  const isPinned = existsSync(pinnedNode);
  // Programs of npm packages begin with `env node`.
  const folders = isPinned ? [path.dirname(pinnedNode), bin] : [bin];
  process.env['PATH'] = [...folders, process.env['PATH']].join(path.delimiter);
  if (isPinned && realpathSync(pinnedNode) !== realpathSync(process.execPath)) {
    const args = [...process.execArgv, ...process.argv.slice(1)];
    return runInForeground(pinnedNode, args, { cwd: process.cwd() });
  }
  const major = Number(process.versions.node.split('.')[0]);
  if (major < OLDEST_MAJOR) {
    throw new SetupError(
      `Prahari needs Node ${OLDEST_MAJOR} or newer and this is ${process.versions.node}: install it from https://nodejs.org/.`,
    );
  }
  return main();
}
