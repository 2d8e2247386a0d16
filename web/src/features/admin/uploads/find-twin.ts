import type { UploadJob } from '@prahari/contract';

export interface Twin {
  /** `file`: it was uploaded before; `title`: another video is called the same. */
  readonly by: 'file' | 'title';
  readonly job: UploadJob;
}

interface Chosen {
  readonly title: string;
  readonly file: Pick<File, 'name' | 'size'>;
}

/** Finds an earlier upload that a chosen file may repeat, by its file first; null if there is none. */
export function findTwin({ title, file }: Chosen, jobs: readonly UploadJob[]): Twin | null {
  const kept = jobs.filter(({ state }) => state !== 'failed' && state !== 'cancelled');
  const ofFile = kept.find((job) => job.fileName === file.name && job.fileSizeBytes === file.size);
  if (ofFile) return { by: 'file', job: ofFile };
  const called = foldTitle(title);
  const ofTitle = called === '' ? undefined : kept.find((job) => foldTitle(job.title) === called);
  return ofTitle ? { by: 'title', job: ofTitle } : null;
}

const foldTitle = (title: string) => title.trim().normalize('NFC').toLowerCase();
