import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough, type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import * as z from 'zod/mini';
import {
  type CopiedTable,
  type DatabaseCopy,
  databaseDescription,
} from '../db/copy/database-copy.ts';
import { StartError } from '../errors/app-error.ts';

/** Counts up with every change that older programs can't read. */
const format = 1;

const backupFile = z.object({
  format: z.literal(format),
  madeAt: z.string(),
  version: z.string(),
  /** Of the master keys under which values are sealed, as sealed values name them. */
  masterKeyIds: z.array(z.string()),
  database: databaseDescription,
  /** By the table's name. */
  rows: z.record(z.string(), z.number()),
  /** Every other file of the folder. */
  files: z.record(z.string(), z.object({ sizeBytes: z.number(), sha256: z.string() })),
});
type BackupFile = z.infer<typeof backupFile>;

/** A finished backup whose files were all found unchanged. */
export interface Backup extends Pick<BackupFile, 'madeAt' | 'version' | 'masterKeyIds'> {
  readonly folder: string;
  readonly database: DatabaseCopy;
  /** Reads one of the files beside the tables; null if the backup has none of that name. */
  read(name: string): Readable | null;
}

const nameFile = (table: Pick<CopiedTable, 'schema' | 'name'>) =>
  path.join('tables', `${table.schema}.${table.name}.zst`);

/** Writes a backup: first its parts, each once, then the whole. */
export interface BackupWriter {
  addDatabase(copy: DatabaseCopy, say: (line: string) => void): Promise<void>;
  addFile(name: string, contents: Readable): Promise<void>;
  /** Gives the folder its name, which says that the backup is whole. */
  finish(facts: Pick<BackupFile, 'madeAt' | 'version' | 'masterKeyIds'>): Promise<void>;
  /** Removes what was written so far. */
  abandon(): Promise<void>;
}

/**
 * Begins a backup in a new folder, which only this account may read.
 * @throws StartError where the folder exists
 */
export async function beginBackup(folder: string): Promise<BackupWriter> {
  if (await stat(folder).catch(() => undefined)) {
    throw new StartError(`${folder} exists already: name a new folder for the backup.`);
  }
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(path.join(unfinished, 'tables'), { recursive: true, mode: 0o700 });
  const files: BackupFile['files'] = {};
  const rows: BackupFile['rows'] = {};
  let database: BackupFile['database'] | undefined;

  async function addFile(name: string, contents: Readable, ...through: Transform[]) {
    const digest = createDigest();
    const seen = new Transform({
      transform(piece: Buffer, _encoding, done) {
        digest.add(piece);
        done(null, piece);
      },
    });
    const file = createWriteStream(path.join(unfinished, name), { mode: 0o600, flush: true });
    await pipeline([contents, ...through, seen, file]);
    files[name] = digest.read();
  }

  return {
    addFile: (name, contents) => addFile(name, contents),
    async addDatabase(copy, say) {
      for (const table of copy.description.tables) {
        await addFile(nameFile(table), await copy.readTable(table), createZstdCompress());
        const count = copy.countRows(table);
        rows[`${table.schema}.${table.name}`] = count;
        if (count > 0) say(`${table.name}: ${count} rows`);
      }
      database = copy.description;
    },
    async finish(facts) {
      if (!database) throw new Error('a backup without a database');
      const text = JSON.stringify({ format, ...facts, database, rows, files } satisfies BackupFile);
      const file = path.join(unfinished, 'backup.json');
      await writeFile(file, `${text}\n`, { mode: 0o600, flush: true });
      await rename(unfinished, folder);
      await syncFolder(path.dirname(folder));
    },
    abandon: () => rm(unfinished, { recursive: true, force: true }),
  };
}

/**
 * Opens a backup after it compared each of its files with what was written.
 * @throws StartError with what is wrong with it
 */
export async function openBackup(folder: string): Promise<Backup> {
  const text = await readFile(path.join(folder, 'backup.json'), 'utf8').catch(() => {
    throw new StartError(
      `${folder} is no finished backup: it has no backup.json. Name the folder of one backup.`,
    );
  });
  const parsed = z.safeParse(backupFile, parseJson(text));
  if (!parsed.success) {
    throw new StartError(
      `${folder} can't be read by this version of Prahari: use the one that made it, or a newer one.`,
    );
  }
  const { database, rows, files, ...facts } = parsed.data;
  for (const [name, expected] of Object.entries(files)) {
    const found = await digestFile(path.join(folder, name)).catch((cause: unknown) => {
      throw new StartError(`${name} of the backup can't be read: ${describe(cause)}.`);
    });
    if (found.sha256 !== expected.sha256 || found.sizeBytes !== expected.sizeBytes) {
      throw new StartError(
        `${name} of the backup is not what was written: it is damaged. Use another backup.`,
      );
    }
  }
  const read = (name: string) =>
    Object.hasOwn(files, name) ? createReadStream(path.join(folder, name)) : null;
  return {
    folder,
    madeAt: facts.madeAt,
    version: facts.version,
    masterKeyIds: facts.masterKeyIds,
    read,
    database: {
      description: database,
      async readTable(table) {
        const file = read(nameFile(table));
        if (!file) throw new StartError(`The backup lacks the table ${table.name}.`);
        const plain = new PassThrough();
        pipeline(file, createZstdDecompress(), plain).catch((error: unknown) => {
          plain.destroy(error instanceof Error ? error : new Error(String(error)));
        });
        return plain;
      },
      countRows: (table) => rows[`${table.schema}.${table.name}`] ?? 0,
      close: async () => {},
    },
  };
}

function createDigest() {
  const sha256 = createHash('sha256');
  let sizeBytes = 0;
  return {
    add(piece: Buffer) {
      sha256.update(piece);
      sizeBytes += piece.length;
    },
    read: () => ({ sizeBytes, sha256: sha256.digest('hex') }),
  };
}

async function digestFile(file: string) {
  const digest = createDigest();
  for await (const piece of createReadStream(file)) digest.add(piece);
  return digest.read();
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
