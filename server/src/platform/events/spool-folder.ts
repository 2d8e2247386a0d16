import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { type EventName, eventSeverities, severityOfEvent } from '@prahari/contract';
import * as z from 'zod/mini';
import type { EventRow } from './event-row.ts';

const suffix = '.jsonl';
/** After that, a new file is begun even while an older one waits. */
const fileBytes = 1024 * 1024;
/** What waits while the database is away; beyond it, events are lost. */
const mostBytes = 64 * fileBytes;
/** A process that lives touches its files more often. */
const touchEveryMs = 2000;

interface SpoolFile {
  readonly path: string;
  readonly handle: FileHandle;
  bytes: number;
  touchedMs: number;
  /** It is about to be shipped: nothing is added any more. */
  isSealed: boolean;
}

const isEventName = (name: string): name is EventName => Object.hasOwn(severityOfEvent, name);

const rowSchema = z.object({
  id: z.uuid(),
  name: z.string().check(z.refine(isEventName)),
  data: z.string(),
  happenedAt: z.iso.datetime(),
  userId: z.nullable(z.string()),
  sessionId: z.nullable(z.string()),
  deviceId: z.nullable(z.string()),
  address: z.nullable(z.string()),
  country: z.nullable(z.string()),
  severity: z.enum(eventSeverities),
});

/** Parses the rows of a file, without a last line that a killed process did not finish. */
function parseRows(text: string): EventRow[] {
  return text.split('\n').flatMap((line) => {
    const parsed = z.safeParse(rowSchema, parseJson(line));
    if (!parsed.success || !isEventName(parsed.data.name)) return [];
    const { name, happenedAt, ...row } = parsed.data;
    return [{ ...row, name, happenedAt: new Date(happenedAt) }];
  });
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/**
 * Opens the folder of files in which events wait. Several processes may use one folder: each writes
 * files of its own, and takes over those that were not touched for `staleAfterMs`. Storing events
 * twice must be harmless, as a process that was stopped for long finds its own files taken over.
 */
export async function openSpoolFolder(folder: string, staleAfterMs: number) {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const files: SpoolFile[] = [];
  const pending: string[] = [];
  let writing = Promise.resolve();

  async function findOpenFile(): Promise<SpoolFile> {
    const last = files.at(-1);
    if (last && !last.isSealed && last.bytes < fileBytes) return last;
    const name = path.join(folder, `${randomUUID()}${suffix}`);
    const handle = await open(name, 'ax+', 0o600);
    const file = { path: name, handle, bytes: 0, touchedMs: Date.now(), isSealed: false };
    files.push(file);
    return file;
  }

  async function writePending(): Promise<void> {
    const lines = pending.splice(0);
    if (lines.length === 0) return;
    const text = Buffer.from(lines.join(''));
    const file = await findOpenFile();
    await file.handle.appendFile(text);
    file.bytes += text.length;
  }

  async function readOwn({ handle }: SpoolFile): Promise<string> {
    // By the handle: another process may have taken over the file, and removed it.
    const { size } = await handle.stat();
    const buffer = Buffer.alloc(size);
    const { bytesRead } = await handle.read(buffer, 0, size, 0);
    return buffer.toString('utf8', 0, bytesRead);
  }

  async function close(file: SpoolFile): Promise<void> {
    files.splice(files.indexOf(file), 1);
    await file.handle.close().catch(() => undefined);
  }

  async function shipOwn(file: SpoolFile, ship: Ship): Promise<void> {
    const text = await readOwn(file).catch(async (error: unknown) => {
      // On a network share it is gone when another process took it over. It must not hold up others.
      await close(file);
      throw error;
    });
    await ship(parseRows(text));
    await close(file);
    await rm(file.path, { force: true });
  }

  async function touch(): Promise<void> {
    const nowMs = Date.now();
    for (const file of files.filter(({ touchedMs }) => nowMs - touchedMs > touchEveryMs)) {
      file.touchedMs = nowMs;
      await file.handle.utimes(new Date(), new Date());
    }
  }

  return {
    /** Writes a row; in a file of the system when it resolves, so that `kill -9` can't lose it. */
    append(row: EventRow): Promise<void> {
      const waitingBytes = files.reduce((sum, { bytes }) => sum + bytes, 0);
      if (waitingBytes > mostBytes) return Promise.reject(new Error('too many events wait'));
      pending.push(`${JSON.stringify(row)}\n`);
      const written = writing.then(writePending);
      writing = written.catch(() => undefined);
      return written;
    },

    /**
     * Ships what this process wrote so far, oldest first. @throws as `ship` does; nothing is lost
     */
    async shipAll(ship: Ship): Promise<void> {
      try {
        // What waits for the database goes first: until it goes, no further file is begun for it.
        for (const file of files.filter(({ isSealed }) => isSealed)) await shipOwn(file, ship);
        // The first write makes the file.
        await writing;
        const fresh = files.map((file) => Object.assign(file, { isSealed: true }));
        await writing;
        for (const file of fresh) await shipOwn(file, ship);
      } finally {
        await touch();
      }
    },

    /** Ships what processes left that are no more. @returns the number of files */
    async shipLeftovers(ship: Ship): Promise<number> {
      const own = new Set(files.map((file) => file.path));
      const names = (await readdir(folder)).filter((name) => name.endsWith(suffix));
      let count = 0;
      for (const left of names.map((name) => path.join(folder, name))) {
        const found = own.has(left) ? undefined : await stat(left).catch(() => undefined);
        if (!found || Date.now() - found.mtimeMs < staleAfterMs) continue;
        await ship(parseRows(await readFile(left, 'utf8')));
        await rm(left, { force: true });
        count += 1;
      }
      return count;
    },
  };
}

export type Ship = (rows: readonly EventRow[]) => Promise<void>;
