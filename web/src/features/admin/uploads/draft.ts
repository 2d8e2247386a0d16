import { guessTitle } from './guess-title.ts';
import { isVideoFileName } from './video-file.ts';

/** A file that was chosen and not sent yet. */
export interface Draft {
  readonly key: string;
  readonly file: File;
  readonly title: string;
  readonly description: string;
  /** Of the announced video that the file is for; empty if it becomes a new video. */
  readonly videoId: string;
}

export function createDraft(file: File, key: string, videoId = ''): Draft {
  const title = isVideoFileName(file.name) ? guessTitle(file.name) : '';
  return { key, file, title, description: '', videoId };
}

/** The text that says why a file can't be sent; undefined when it can. */
export function findFileProblem({ name, size }: Pick<File, 'name' | 'size'>) {
  if (!isVideoFileName(name)) return 'uploads.fileNotVideo';
  return size === 0 ? 'uploads.fileEmpty' : undefined;
}

export function isSendable({ file, title, videoId }: Draft): boolean {
  return findFileProblem(file) === undefined && (videoId !== '' || title.trim() !== '');
}
