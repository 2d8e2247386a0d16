import path from 'node:path';
import { validate } from 'uuid';
import {
  detectSheetFormat,
  type SheetFormat,
  sniffedBytes,
} from '../../../platform/spreadsheet/sheet-format.ts';
import { runInScratchFolder } from '../../../platform/storage/scratch-folder.ts';
import type { UploadStore } from '../../../platform/uploads/upload-store.ts';

/**
 * Keeps the uploaded spreadsheets, each under the id of its job; counts those that are coming in.
 * @param workDir where a worker of another machine reads a copy
 */
export function createImportFiles(store: UploadStore, workDir: string) {
  return {
    store,

    /** Recognises the format of a file; null when it is no spreadsheet. */
    async recogniseFormat(id: string): Promise<SheetFormat | null> {
      return detectSheetFormat(await store.readStart(id, sniffedBytes));
    },

    /**
     * Reads a file on this machine.
     * @param fence of the lease on the import
     * @param read receives the path; null when the file does not exist any more
     */
    readFile<Result>(
      id: string,
      fence: number,
      signal: AbortSignal,
      read: (file: string | null) => Promise<Result>,
    ): Promise<Result> {
      if (!store.isShared) return store.fetch(id, '', signal).then(read);
      const folder = path.join(workDir, `import-${id}`);
      return runInScratchFolder(folder, fence, async (own) =>
        read(await store.fetch(id, path.join(own, 'sheet'), signal)),
      );
    },

    /** Gives a file to another job too. @returns false when it does not exist any more */
    shareFile: (fromId: string, toId: string): Promise<boolean> => store.share(fromId, toId),

    removeFile: (id: string): Promise<void> => store.remove(id),

    /** Lists ids of files that were not changed since `before`. */
    listFilesBefore: (before: Date): Promise<string[]> =>
      store.untouched((name) => validate(name), before),
  };
}

export type ImportFiles = ReturnType<typeof createImportFiles>;
