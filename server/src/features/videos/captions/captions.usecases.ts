import { type CaptionTrack, catalogueLimits } from '@prahari/contract';
import type { Db, Trx } from '../../../platform/db/database.ts';
import type { CatalogueUsecases } from '../catalogue/catalogue.usecases.ts';
import type { Editor, EditVideo, VideoStep } from '../editing/edit-video.usecases.ts';
import type { Viewing } from '../ports.ts';
import { captionsInvalid, captionsNotFound, tooManyLanguages } from './captions.errors.ts';
import type { Captions, CaptionsRepository } from './captions.repository.ts';
import { readCaptionsFile } from './webvtt.rules.ts';

export interface CaptionsDeps {
  readonly db: Db;
  readonly captions: CaptionsRepository;
  readonly edit: Pick<EditVideo, 'onVideo' | 'audit'>;
  readonly catalogue: Pick<CatalogueUsecases, 'playableVideo' | 'manages'>;
}

interface Which {
  readonly videoId: string;
  readonly language: string;
}

/** Captions of a video, one text a language. */
export function createCaptions(deps: CaptionsDeps) {
  const { db, captions, edit } = deps;

  async function audit(
    { trx, row, now }: VideoStep,
    editor: Editor,
    action: 'video.set-captions' | 'video.remove-captions',
    { before, after }: { before: Captions | undefined; after: Captions | undefined },
  ): Promise<void> {
    const sides = { before: factsOf(before), after: factsOf(after) };
    await edit.audit(trx, editor, row, { action, ...sides }, now);
  }

  async function refuseOneTooMany(trx: Trx, { videoId, language }: Which): Promise<void> {
    const most = catalogueLimits.captionLanguages;
    const languages = await captions.languagesOf(trx, videoId);
    if (!languages.includes(language) && languages.length >= most) throw tooManyLanguages(most);
  }

  return {
    /**
     * Reads captions as WebVTT, for users who may play the video, and for those who manage it also
     * before it is ready.
     * @throws AppError 404
     */
    async read(viewer: Viewing, { videoId, language }: Which): Promise<string> {
      const { playableVideo, manages } = deps.catalogue;
      const mayRead =
        (await playableVideo(videoId, viewer)) !== null || (await manages(viewer, videoId));
      const found = mayRead ? await captions.find(db, videoId, language) : undefined;
      if (!found) throw captionsNotFound();
      return found.body;
    },

    /** @throws AppError 404; captions_invalid with the first faults */
    async put(
      editor: Editor,
      which: Which,
      given: { readonly label: string; readonly content: Uint8Array },
    ): Promise<CaptionTrack> {
      const read = await readCaptionsFile(given.content);
      if ('faults' in read) throw captionsInvalid(read.faults);
      const { videoId, language } = which;
      const { label } = given;
      await edit.onVideo(editor, videoId, async (step) => {
        await refuseOneTooMany(step.trx, which);
        const before = await captions.find(step.trx, videoId, language);
        const after = { videoId, language, label, body: read.text };
        await captions.put(step.trx, after, step.now);
        await audit(step, editor, 'video.set-captions', { before, after });
      });
      return { language, label };
    },

    /** @throws AppError 404 */
    async remove(editor: Editor, { videoId, language }: Which): Promise<{ success: true }> {
      return edit.onVideo(editor, videoId, async (step) => {
        const before = await captions.find(step.trx, videoId, language);
        if (!before) throw captionsNotFound();
        await captions.remove(step.trx, videoId, language);
        await audit(step, editor, 'video.remove-captions', { before, after: undefined });
        return { success: true } as const;
      });
    },
  };
}

export type CaptionsUsecases = ReturnType<typeof createCaptions>;

function factsOf(captions: Captions | undefined) {
  if (!captions) return {};
  const { language, label, body } = captions;
  return { language, label, characters: body.length };
}
