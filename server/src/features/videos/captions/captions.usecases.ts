import { type CaptionTrack, catalogueLimits } from '@prahari/contract';
import type { Trx } from '../../../platform/db/database.ts';
import { isManagedBy } from '../catalogue/list-videos.usecases.ts';
import { findPlayableVideo } from '../catalogue/playable-video.usecases.ts';
import {
  changeManagedVideo,
  type Editor,
  type LockedVideo,
  writeVideoAuditEntry,
} from '../editing/edit-video.usecases.ts';
import type { CallerRights } from '../ports.ts';
import type { VideosDeps } from '../videos.deps.ts';
import { captionsInvalid, captionsNotFound, tooManyLanguages } from './captions.errors.ts';
import {
  type Captions,
  deleteCaptions,
  findCaptions,
  listCaptionLanguages,
  upsertCaptions,
} from './captions.repository.ts';
import { parseCaptionsFile } from './webvtt.rules.ts';

/** Captions of a video: one text a language. */
interface CaptionsKey {
  readonly videoId: string;
  readonly language: string;
}

type EditDeps = Pick<VideosDeps, 'db' | 'clock' | 'audienceFactsOf' | 'groupStandings' | 'nameOf'>;

/**
 * Reads captions as WebVTT, for users who may play the video, and for its administrators also
 * before it is ready.
 * @throws AppError 404
 */
export async function readCaptions(
  deps: Pick<VideosDeps, 'db' | 'clock' | 'delivery' | 'audienceFactsOf' | 'groupStandings'>,
  caller: CallerRights,
  { videoId, language }: CaptionsKey,
): Promise<string> {
  const canRead =
    (await findPlayableVideo(deps, videoId, caller)) !== null ||
    (await isManagedBy(deps, caller, videoId));
  const found = canRead ? await findCaptions(deps.db, videoId, language) : undefined;
  if (!found) throw captionsNotFound();
  return found.body;
}

/**
 * Stores captions, replacing those in the same language. @throws AppError 404; captions_invalid
 * with the first faults
 */
export async function replaceCaptions(
  deps: EditDeps,
  editor: Editor,
  key: CaptionsKey,
  given: { readonly label: string; readonly content: Uint8Array },
): Promise<CaptionTrack> {
  const parsed = await parseCaptionsFile(given.content);
  if ('faults' in parsed) throw captionsInvalid(parsed.faults);
  const { videoId, language } = key;
  const { label } = given;
  await changeManagedVideo(deps, editor, videoId, async (locked) => {
    await requireLanguageSlot(locked.trx, key);
    const before = await findCaptions(locked.trx, videoId, language);
    const after = { videoId, language, label, body: parsed.text };
    await upsertCaptions(locked.trx, after, locked.now);
    const facts = { before: toAuditFacts(before), after: toAuditFacts(after) };
    await writeVideoAuditEntry(deps, locked, editor, { action: 'video.set-captions', ...facts });
  });
  return { language, label };
}

/** Removes captions of one language. @throws AppError 404 */
export async function removeCaptions(
  deps: EditDeps,
  editor: Editor,
  { videoId, language }: CaptionsKey,
): Promise<{ success: true }> {
  return changeManagedVideo(deps, editor, videoId, async (locked: LockedVideo) => {
    const before = await findCaptions(locked.trx, videoId, language);
    if (!before) throw captionsNotFound();
    await deleteCaptions(locked.trx, videoId, language);
    const facts = { before: toAuditFacts(before), after: {} };
    await writeVideoAuditEntry(deps, locked, editor, { action: 'video.remove-captions', ...facts });
    return { success: true } as const;
  });
}

/** @throws AppError when a further language would be one too many */
async function requireLanguageSlot(trx: Trx, { videoId, language }: CaptionsKey): Promise<void> {
  const most = catalogueLimits.captionLanguages;
  const languages = await listCaptionLanguages(trx, videoId);
  if (!languages.includes(language) && languages.length >= most) throw tooManyLanguages(most);
}

function toAuditFacts(captions: Captions | undefined) {
  if (!captions) return {};
  const { language, label, body } = captions;
  return { language, label, characters: body.length };
}
