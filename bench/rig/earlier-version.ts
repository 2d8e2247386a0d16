import { execFile } from 'node:child_process';
import { access, cp, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { NotPossible } from '../measurement.ts';

const run = promisify(execFile);
const repository = path.resolve(import.meta.dirname, '..', '..');
const migrations = 'server/src/platform/db/migrations';

export interface EarlierVersion {
  readonly root: string;
  /** As git names it. */
  readonly ref: string;
  remove(): Promise<void>;
}

/**
 * Checks out what an upgrade starts from, with the packages of today: the last tag, else the commit
 * before the newest migration.
 * @throws NotPossible where there is no history, or its packages were others
 */
export async function checkOutEarlier(scratchDir: string): Promise<EarlierVersion> {
  const ref = await findEarlier().catch(() => {
    throw new NotPossible('the history of the repository is not here');
  });
  const changed = await git('diff', '--name-only', ref, '--', 'package-lock.json');
  if (changed !== '') throw new NotPossible(`${ref} needs other packages`);
  const root = path.join(scratchDir, 'earlier');
  await git('worktree', 'add', '--detach', root, ref);
  // Copied, since links to the workspaces must lead to those beside them.
  const workspaces = (await git('ls-files', '*/package.json')).split('\n').map(path.dirname);
  for (const folder of ['.', ...workspaces]) await copyPackages(folder, root);
  return {
    root,
    ref,
    remove: async () => {
      await git('worktree', 'remove', '--force', root);
    },
  };
}

async function findEarlier(): Promise<string> {
  const tag = await git('describe', '--tags', '--abbrev=0').catch(() => '');
  if (tag !== '') return tag;
  const newest = await git('log', '-1', '--diff-filter=A', '--format=%h', '--', migrations);
  return git('rev-parse', '--short', `${newest}~1`);
}

async function git(...args: string[]): Promise<string> {
  const { stdout } = await run('git', args, { cwd: repository });
  return stdout.trim();
}

async function copyPackages(folder: string, root: string): Promise<void> {
  const from = path.join(repository, folder, 'node_modules');
  const isThere = await access(from).then(
    () => true,
    () => false,
  );
  if (!isThere) return;
  await mkdir(path.join(root, folder), { recursive: true });
  await cp(from, path.join(root, folder, 'node_modules'), {
    recursive: true,
    verbatimSymlinks: true,
  });
}
