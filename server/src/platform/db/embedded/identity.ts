import { execFile } from 'node:child_process';
import { type Stats, statSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedPostgresError } from './failure.ts';

const OTHER_ACCOUNTS = ['postgres', 'nobody'];
/** The id that `unshare` shows to PostgreSQL instead of root: the kernel's overflow user. */
const UNPRIVILEGED_ID = 65_534;

/**
 * The account that PostgreSQL runs as; it refuses root.
 * - `self`: the ordinary user that we are.
 * - `account`: another account that may reach the data folder; root's own files stay shut to it.
 * - `mapped`: root without its powers, in a user namespace; for folders that only root may enter.
 */
export type Identity =
  | { readonly kind: 'self' }
  | { readonly kind: 'account'; readonly uid: number; readonly gid: number }
  | { readonly kind: 'mapped' };

export type Command = {
  readonly file: string;
  readonly args: readonly string[];
  readonly uid?: number;
  readonly gid?: number;
};

/**
 * Chooses the owner of an existing cluster; for a new one, the first account that may enter every
 * folder of `reach`.
 * @param clusterDir the cluster's folder, which may not exist yet
 * @param reach existing folders that PostgreSQL has to enter: its binaries and the data folder
 * @throws EmbeddedPostgresError when only root could run it, or when it belongs to another account.
 */
export async function chooseIdentity(clusterDir: string, reach: string[]): Promise<Identity> {
  const owner = await stat(clusterDir).catch(() => undefined);
  const self = process.getuid?.();
  if (self !== 0) {
    if (owner !== undefined && owner.uid !== self) {
      throw new EmbeddedPostgresError(
        `${clusterDir} belongs to another user (id ${owner.uid}): start as that user or set DATA_DIR.`,
      );
    }
    return { kind: 'self' };
  }
  const candidates = owner === undefined ? await otherAccounts() : [owner];
  for (const { uid, gid } of candidates) {
    if (uid !== 0 && reach.every((dir) => mayEnter(dir, uid, gid))) {
      return { kind: 'account', uid, gid };
    }
  }
  if ((owner === undefined || owner.uid === 0) && (await canMapUsers())) return { kind: 'mapped' };
  throw new EmbeddedPostgresError(
    `PostgreSQL refuses to run as root and no other account may enter ${reach.join(' and ')}: ` +
      'start as an ordinary user, set DATA_DIR to a folder that others may enter, or set DATABASE_URL.',
  );
}

/**
 * Builds the command that runs `file` as `identity` and, on Linux, ends it when its starter dies.
 */
export async function buildCommand(
  identity: Identity,
  file: string,
  args: readonly string[],
): Promise<Command> {
  const tied = (await hasSetpriv()) ? ['setpriv', '--pdeathsig', 'INT', '--', file] : [file];
  const mapping = [
    'unshare',
    '--user',
    `--map-user=${UNPRIVILEGED_ID}`,
    `--map-group=${UNPRIVILEGED_ID}`,
    '--',
  ];
  // The death signal is set last: entering a namespace would clear it (prctl(2), PR_SET_PDEATHSIG).
  const [first = file, ...rest] = identity.kind === 'mapped' ? [...mapping, ...tied] : tied;
  const command = { file: first, args: [...rest, ...args] };
  return identity.kind === 'account'
    ? { ...command, uid: identity.uid, gid: identity.gid }
    : command;
}

type Account = { readonly uid: number; readonly gid: number };

async function otherAccounts(): Promise<Account[]> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n');
  return OTHER_ACCOUNTS.flatMap((name) => {
    const fields = lines.find((line) => line.startsWith(`${name}:`))?.split(':');
    const uid = Number(fields?.[2]);
    const gid = Number(fields?.[3]);
    // macOS writes the id of the account `nobody` as -2.
    return Number.isInteger(uid) && Number.isInteger(gid) && uid > 0 ? [{ uid, gid }] : [];
  });
}

/**
 * Tells whether every folder on the way to `dir` lets this account pass (its execute bit,
 * path_resolution(7)).
 */
function mayEnter(dir: string, uid: number, gid: number): boolean {
  const parent = path.dirname(dir);
  const stats = statSync(dir, { throwIfNoEntry: false });
  if (stats === undefined || !passes(stats, uid, gid)) return false;
  return parent === dir || mayEnter(parent, uid, gid);
}

function passes(stats: Stats, uid: number, gid: number): boolean {
  if (stats.uid === uid) return (stats.mode & 0o100) !== 0;
  if (stats.gid === gid) return (stats.mode & 0o010) !== 0;
  return (stats.mode & 0o001) !== 0;
}

function canMapUsers(): Promise<boolean> {
  if (process.platform !== 'linux') return Promise.resolve(false);
  return succeeds('unshare', ['--user', `--map-user=${UNPRIVILEGED_ID}`, 'true']);
}

function hasSetpriv(): Promise<boolean> {
  if (process.platform !== 'linux') return Promise.resolve(false);
  return succeeds('setpriv', ['--pdeathsig', 'INT', 'true']);
}

async function succeeds(file: string, args: string[]): Promise<boolean> {
  try {
    await promisify(execFile)(file, args);
    return true;
  } catch {
    return false;
  }
}
