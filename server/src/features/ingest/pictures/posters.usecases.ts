import type { ManagedVideo } from '@prahari/contract';
import { v7 as uuidv7 } from 'uuid';
import type { Trx } from '../../../platform/db/database.ts';
import { chosenPosterName, filesOfPoster } from '../../delivery/index.ts';
import type {
  CatalogueRepository,
  Editor,
  EditVideo,
  PresentVideos,
  VideoStep,
} from '../../videos/index.ts';
import { isPicture } from './picture-type.rules.ts';
import type { PosterChoicesRepository } from './poster-choices.repository.ts';
import { posterInvalid, posterNotPossible } from './posters.errors.ts';

export interface PostersDeps {
  readonly videos: Pick<CatalogueRepository, 'change'>;
  readonly choices: PosterChoicesRepository;
  readonly edit: Pick<EditVideo, 'onVideo' | 'audit'>;
  readonly present: Pick<PresentVideos, 'managedOne'>;
  /** Removes replaced pictures, once their addresses are no longer in use. */
  retirePictures(trx: Trx, videoId: string, names: readonly string[]): Promise<void>;
  enqueue(trx: Trx, data: { videoId: string; choiceId: string }): Promise<void>;
}

/**
 * Chooses the picture that stands for a video. The worker makes it; until then the one before is
 * shown.
 */
export function createPosters(deps: PostersDeps) {
  const { videos, choices, edit } = deps;

  async function choose(
    editor: Editor,
    videoId: string,
    chosen: { readonly atSeconds: number | null; readonly picture: Buffer | null },
  ): Promise<ManagedVideo> {
    return edit.onVideo(editor, videoId, async (step) => {
      const { trx, row, now } = step;
      const isWithin = (chosen.atSeconds ?? 0) < (row.duration_seconds ?? 0);
      if (row.status !== 'ready' || !isWithin) throw posterNotPossible();
      const id = uuidv7();
      await choices.put(trx, { videoId, id, ...chosen }, { userId: editor.userId, now });
      await deps.enqueue(trx, { videoId, choiceId: id });
      const { atSeconds, picture } = chosen;
      const after = picture ? { pictureBytes: picture.length } : { atSeconds };
      await audit(step, editor, after);
      return deps.present.managedOne(editor, row, trx);
    });
  }

  function audit({ trx, row, now }: VideoStep, editor: Editor, after: object): Promise<void> {
    const before = { posterId: row.poster_id };
    const act = { action: 'video.set-poster', before, after: { ...after } } as const;
    return edit.audit(trx, editor, row, act, now);
  }

  return {
    /** @throws AppError 404; poster_invalid; 409 poster_not_possible */
    async upload(editor: Editor, videoId: string, picture: Buffer): Promise<ManagedVideo> {
      if (!isPicture(picture)) throw posterInvalid();
      return choose(editor, videoId, { atSeconds: null, picture });
    },

    /** @throws AppError 404; 409 poster_not_possible */
    async ofMoment(editor: Editor, videoId: string, atSeconds: number): Promise<ManagedVideo> {
      return choose(editor, videoId, { atSeconds, picture: null });
    },

    /**
     * Goes back to the poster made with the lecture; changes nothing where it is shown. @throws
     * AppError 404
     */
    async remove(editor: Editor, videoId: string): Promise<ManagedVideo> {
      return edit.onVideo(editor, videoId, async (step) => {
        const { trx, row } = step;
        const hadChoice = await choices.remove(trx, videoId);
        if (!hadChoice && row.poster_id === null) return deps.present.managedOne(editor, row, trx);
        // The version of the row stays, so that a simultaneous edit of other fields does not
        // conflict.
        const after = await videos.change(trx, videoId, { poster_id: null }, row.updated_at);
        if (row.poster_id !== null) {
          await deps.retirePictures(trx, videoId, filesOfPoster(chosenPosterName(row.poster_id)));
        }
        await audit(step, editor, { posterId: null });
        return deps.present.managedOne(editor, after, trx);
      });
    },
  };
}

export type PostersUsecases = ReturnType<typeof createPosters>;
