import { type FileHandle, mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { storageFull } from './upload-errors.ts';

/** Uploaded files can be read by the server's account only. */
const folderMode = 0o700;
const fileMode = 0o600;
const spaceCheckBytes = 64 * 1024 ** 2;

/** Keeps uploaded files in one folder, each under a generated name. */
export function createUploadFolder(deps: {
  uploadDir: string;
  reserveBytes: number;
  /** An additional check of room, made with each check of the disk. @throws AppError */
  requireMore?: () => Promise<void>;
}) {
  let receiving = 0;
  const locate = (name: string) => path.join(deps.uploadDir, name);
  async function requireReserve(expectedBytes: number): Promise<void> {
    await deps.requireMore?.();
    const { bavail, bsize } = await statfs(deps.uploadDir);
    if (bavail * bsize - expectedBytes < deps.reserveBytes) throw storageFull();
  }

  /** Checks again as bytes arrive: a length is a claim, and uploads run in parallel. */
  async function* guardSpace(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let unchecked = 0;
    receiving += 1;
    try {
      for await (const chunk of source) {
        unchecked += chunk.length;
        if (unchecked >= spaceCheckBytes) {
          unchecked = 0;
          await requireReserve(0);
        }
        yield chunk;
      }
    } finally {
      receiving -= 1;
    }
  }

  return {
    /** @throws AppError storage_full when `expectedBytes` would leave less than the reserve free; by `requireMore` */
    async requireSpace(expectedBytes: number): Promise<void> {
      await mkdir(deps.uploadDir, { recursive: true, mode: folderMode });
      await requireReserve(expectedBytes);
    },

    /** Writes a new file and makes sure that it outlives a power cut. @returns its size */
    async write(name: string, source: AsyncIterable<Buffer>): Promise<number> {
      await using file = await open(locate(name), 'wx', fileMode);
      const target = file.createWriteStream({ flush: true });
      await pipeline(source, guardSpace, target);
      await using folder = await open(deps.uploadDir, 'r');
      await folder.sync();
      return target.bytesWritten;
    },

    /** Passes bytes on while there is room for them. @throws AppError storage_full */
    guarded: guardSpace,

    /** Counts the files for which bytes are coming in at this moment. */
    receiving: () => receiving,

    /** Makes an empty file that outlives a power cut. */
    async create(name: string): Promise<void> {
      await using file = await open(locate(name), 'wx', fileMode);
      await file.sync();
      await using folder = await open(deps.uploadDir, 'r');
      await folder.sync();
    },

    /** Opens a file of `create` to write into it at any place. */
    open: (name: string): Promise<FileHandle> => open(locate(name), 'r+'),

    /** Lists names with this ending whose files were not changed since a moment. */
    async untouched(ending: string, since: Date): Promise<string[]> {
      const names = await readdir(deps.uploadDir).catch(nothingWhenMissing);
      const found: string[] = [];
      for (const name of names.filter((each) => each.endsWith(ending))) {
        const info = await stat(locate(name)).catch(nothingWhenMissing);
        if ('mtimeMs' in info && info.mtimeMs < since.getTime()) found.push(name);
      }
      return found;
    },

    async remove(name: string): Promise<void> {
      await rm(locate(name), { force: true });
    },
  };
}

export type UploadFolder = ReturnType<typeof createUploadFolder>;

function nothingWhenMissing(error: NodeJS.ErrnoException): never[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}
