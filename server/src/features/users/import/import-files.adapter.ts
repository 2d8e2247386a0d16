import { link, open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { validate } from 'uuid';
import {
  detectSheetFormat,
  type SheetFormat,
  sniffedBytes,
} from '../../../platform/spreadsheet/sheet-format.ts';
import { createUploadFolder } from '../../../platform/uploads/upload-folder.ts';

/**
 * Keeps the uploaded spreadsheets, each under the id of its job; counts those that are coming in.
 */
export function createImportFiles(deps: { readonly dir: string; readonly reserveBytes: number }) {
  const { dir, reserveBytes } = deps;
  const pathOf = (id: string) => path.join(dir, id);
  return {
    pathOf,
    folder: createUploadFolder({ uploadDir: dir, reserveBytes }),

    /** Recognises the format of a file; null when it is no spreadsheet. */
    async recogniseFormat(id: string): Promise<SheetFormat | null> {
      await using file = await open(pathOf(id), 'r');
      const { buffer, bytesRead } = await file.read(Buffer.alloc(sniffedBytes), 0, sniffedBytes, 0);
      return detectSheetFormat(buffer.subarray(0, bytesRead));
    },

    /** Links a file to another job too. @returns false when it does not exist any more */
    async shareFile(fromId: string, toId: string): Promise<boolean> {
      return link(pathOf(fromId), pathOf(toId)).then(
        () => true,
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return false;
          throw error;
        },
      );
    },

    async removeFile(id: string): Promise<void> {
      await rm(pathOf(id), { force: true });
    },

    /** Lists ids of files that were not changed since `before`. */
    async listFilesBefore(before: Date): Promise<string[]> {
      const names = await readdir(dir).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return [];
        throw error;
      });
      const old: string[] = [];
      for (const name of names.filter((each) => validate(each))) {
        const info = await stat(pathOf(name)).catch(() => undefined);
        if (info && info.ctimeMs < before.getTime()) old.push(name);
      }
      return old;
    },
  };
}

export type ImportFiles = ReturnType<typeof createImportFiles>;
