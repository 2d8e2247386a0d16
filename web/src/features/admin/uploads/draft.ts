import { titleFromFileName } from './title-from-file-name.ts';
import { isVideoFileName } from './video-file.ts';

/** A file that was chosen and not sent yet. */
export interface Draft {
  readonly key: string;
  readonly file: File;
  readonly title: string;
  readonly description: string;
}

export function draftOf(file: File, key: string): Draft {
  const title = isVideoFileName(file.name) ? titleFromFileName(file.name) : '';
  return { key, file, title, description: '' };
}

/** The text that says why a file can't be sent; undefined when it can. */
export function fileProblem({ name, size }: Pick<File, 'name' | 'size'>) {
  if (!isVideoFileName(name)) return 'uploads.fileNotVideo';
  return size === 0 ? 'uploads.fileEmpty' : undefined;
}

export function isSendable({ file, title }: Draft): boolean {
  return fileProblem(file) === undefined && title.trim() !== '';
}
