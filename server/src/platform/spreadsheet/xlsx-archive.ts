import type { Readable } from 'node:stream';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { SheetError } from './sheet.ts';

/** A workbook has some dozens of parts. */
const maxEntries = 1000;
/** Sheets of people shrink about ten to one; far beyond is a bomb (CWE-409). */
const maxRatio = 100;
const alwaysAllowedBytes = 16 * 1024 ** 2;
const neverBeyondBytes = 512 * 1024 ** 2;

/**
 * The parts of an XLSX file by name. Names open no files, and claims of headers are not trusted.
 */
export interface XlsxArchive {
  has(name: string): boolean;
  /** Reads the unpacked bytes of a part. Iterating throws SheetError. */
  read(name: string): AsyncGenerator<Buffer>;
  close(): void;
}

/** @throws SheetError when it is no ZIP file, encrypted, or of too many parts */
export async function openXlsxArchive(file: string): Promise<XlsxArchive> {
  const zip = await yauzl
    .openPromise(file, { lazyEntries: true, autoClose: false, validateEntrySizes: true })
    .catch((error: unknown) => {
      throw broken(error);
    });
  try {
    return createArchive(zip, await readEntries(zip));
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function readEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > maxEntries) throw bomb();
  const entries = new Map<string, Entry>();
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.isEncrypted()) throw broken();
      entries.set(entry.fileName, entry);
    }
  } catch (error) {
    throw broken(error);
  }
  return entries;
}

function createArchive(zip: ZipFile, entries: ReadonlyMap<string, Entry>): XlsxArchive {
  const allowedBytes = Math.min(
    neverBeyondBytes,
    Math.max(alwaysAllowedBytes, zip.fileSize * maxRatio),
  );
  // All parts together have a limit: entries may overlap, so that each is small but the sum is not.
  let unpackedBytes = 0;
  return {
    has: (name) => entries.has(name),
    async *read(name) {
      const entry = entries.get(name);
      if (!entry) throw broken();
      let stream: Readable | undefined;
      try {
        stream = await zip.openReadStreamPromise(entry);
        for await (const chunk of stream) {
          if (!Buffer.isBuffer(chunk)) continue;
          unpackedBytes += chunk.length;
          if (unpackedBytes > allowedBytes) throw bomb();
          yield chunk;
        }
      } catch (error) {
        throw broken(error);
      } finally {
        stream?.destroy();
      }
    },
    close: () => zip.close(),
  };
}

function bomb(): SheetError {
  return new SheetError(
    'too_large_inside',
    'The file unpacks to more than an import may hold. Split it, or save it as CSV.',
  );
}

function broken(cause?: unknown): SheetError {
  if (cause instanceof SheetError) return cause;
  const message =
    'The file is no Excel workbook (.xlsx) that can be read. Save it again, or as CSV.';
  return new SheetError('not_readable', message, cause);
}
