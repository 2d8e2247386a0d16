import { guessTitle } from './guess-title.ts';
import { type FileProblem, findFileProblem, headBytes, isVideoFileName } from './video-file.ts';

/** A file that was chosen and not sent yet. */
export interface Draft {
  readonly key: string;
  readonly file: File;
  /** Why it can't be sent; null when it can. */
  readonly problem: FileProblem | null;
  readonly title: string;
  readonly description: string;
  /** Of the announced video that the file is for; empty if it becomes a new video. */
  readonly videoId: string;
}

/** Looks into a file before anything of it is sent. */
export async function readDraft(file: File, key: string, videoId = ''): Promise<Draft> {
  const title = isVideoFileName(file.name) ? guessTitle(file.name) : '';
  const problem = await readFileProblem(file);
  return { key, file, problem, title, description: '', videoId };
}

async function readFileProblem(file: File): Promise<FileProblem | null> {
  try {
    const head = await file.slice(0, headBytes).arrayBuffer();
    return findFileProblem(file, new Uint8Array(head));
  } catch {
    // A folder that was dropped, or a file that was moved away.
    return 'uploads.fileUnreadable';
  }
}

export function isSendable({ problem, title, videoId }: Draft): boolean {
  return problem === null && (videoId !== '' || title.trim() !== '');
}
