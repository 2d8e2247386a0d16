import type { ManagedVideo } from '@prahari/contract';
import { v7 as uuidv7 } from 'uuid';
import { formatChosenPosterName, listPosterFiles } from '../../delivery/index.ts';
import { type Editor, type LockedVideo, updateVideo } from '../../videos/index.ts';
import type { IngestDeps } from '../ingest.deps.ts';
import { readPicture } from './picture-type.rules.ts';
import { deletePosterChoice, upsertPosterChoice } from './poster-choices.repository.ts';
import { posterInvalid, posterNotPossible } from './posters.errors.ts';
import { makePosterKind } from './tasks/make-poster.task.ts';
import { schedulePictureRemoval } from './tasks/remove-pictures.task.ts';

type PosterDeps = Pick<IngestDeps, 'videos' | 'queue'>;

/**
 * Orders a poster from an uploaded picture; until the worker has made it, the previous one is
 * shown.
 * @throws AppError 404; poster_invalid; 409 poster_not_possible
 */
export async function uploadPoster(
  deps: PosterDeps,
  editor: Editor,
  videoId: string,
  bytes: Buffer,
): Promise<ManagedVideo> {
  const picture = readPicture(bytes);
  if (!picture) throw posterInvalid();
  return choosePoster(deps, editor, videoId, { atSeconds: null, picture });
}

/**
 * Orders a poster from a moment of the video; until the worker has made it, the previous one is
 * shown.
 * @throws AppError 404; 409 poster_not_possible
 */
export async function choosePosterOfMoment(
  deps: PosterDeps,
  editor: Editor,
  videoId: string,
  atSeconds: number,
): Promise<ManagedVideo> {
  return choosePoster(deps, editor, videoId, { atSeconds, picture: null });
}

/**
 * Restores the poster made with the video; changes nothing if it is shown.
 * @throws AppError 404
 */
export async function removeChosenPoster(
  deps: PosterDeps,
  editor: Editor,
  videoId: string,
): Promise<ManagedVideo> {
  return deps.videos.changeManagedVideo(editor, videoId, async (locked) => {
    const { trx, row } = locked;
    const present = (shown: LockedVideo['row']) =>
      deps.videos.presentManagedVideo(editor, shown, trx);
    const hadChoice = await deletePosterChoice(trx, videoId);
    if (!hadChoice && row.poster_id === null) return present(row);
    // The version of the row stays, so that a simultaneous edit of other fields does not
    // conflict.
    const after = await updateVideo(trx, videoId, { poster_id: null }, row.updated_at);
    if (row.poster_id !== null) {
      await schedulePictureRemoval(
        deps,
        trx,
        videoId,
        listPosterFiles(formatChosenPosterName(row.poster_id)),
      );
    }
    await writePosterAuditEntry(deps, locked, editor, { posterId: null });
    return present(after);
  });
}

async function choosePoster(
  deps: PosterDeps,
  editor: Editor,
  videoId: string,
  chosen: { readonly atSeconds: number | null; readonly picture: Buffer | null },
): Promise<ManagedVideo> {
  return deps.videos.changeManagedVideo(editor, videoId, async (locked) => {
    const { trx, row, now } = locked;
    const isWithin = (chosen.atSeconds ?? 0) < (row.duration_seconds ?? 0);
    if (row.status !== 'ready' || !isWithin) throw posterNotPossible();
    const id = uuidv7();
    await upsertPosterChoice(trx, { videoId, id, ...chosen }, { userId: editor.userId, now });
    await deps.queue.enqueue(trx, makePosterKind, { videoId, choiceId: id });
    const { atSeconds, picture } = chosen;
    const after = picture ? { pictureBytes: picture.length } : { atSeconds };
    await writePosterAuditEntry(deps, locked, editor, after);
    return deps.videos.presentManagedVideo(editor, row, trx);
  });
}

function writePosterAuditEntry(
  { videos }: Pick<IngestDeps, 'videos'>,
  locked: LockedVideo,
  editor: Editor,
  after: object,
): Promise<void> {
  const before = { posterId: locked.row.poster_id };
  const entry = { action: 'video.set-poster', before, after: { ...after } } as const;
  return videos.writeVideoAuditEntry(locked, editor, entry);
}
