import type { UnfinishedUpload } from '@prahari/contract';

/**
 * Tells whether a file is the one of a started upload, as far as can be known without reading it.
 */
export function isSameFile(
  upload: Pick<UnfinishedUpload, 'fileSizeBytes' | 'fileModifiedAt'>,
  file: Pick<File, 'size' | 'lastModified'>,
): boolean {
  if (upload.fileSizeBytes !== file.size) return false;
  return upload.fileModifiedAt === null || Date.parse(upload.fileModifiedAt) === file.lastModified;
}
