import { type BodyOf, type endpoints, type Note, noteLimits } from '@prahari/contract';
import { v7 as uuidv7 } from 'uuid';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import { videoNotAvailable } from '../../drm/index.ts';
import type { PlaybackDeps } from '../playback.deps.ts';
import { noteNotFound, tooManyNotes } from './notes.errors.ts';
import { deleteNote, insertNote, listNotePage, updateNote } from './notes.repository.ts';

type NotesDeps = Pick<PlaybackDeps, 'db' | 'clock' | 'videos'>;

/**
 * Lists what a learner wrote down at moments of a video; only its author sees a note.
 * @throws AppError 404 for a video that this user may not watch
 */
export async function listNotes(
  deps: NotesDeps,
  caller: SessionCaller,
  videoId: string,
  query: { readonly page: number; readonly limit: number },
) {
  const { of } = await requireVideo(deps, caller, videoId);
  const found = await listNotePage(deps.db, of, query.limit, (query.page - 1) * query.limit);
  return { ...found, page: query.page, limit: query.limit };
}

/** @throws AppError 404, 400 too_many_notes */
export async function createNote(
  deps: NotesDeps,
  caller: SessionCaller,
  videoId: string,
  { positionSeconds, text }: BodyOf<typeof endpoints.notes.add>,
): Promise<Note> {
  const { of, video } = await requireVideo(deps, caller, videoId);
  const place = Math.min(positionSeconds, video.durationSeconds);
  const note = { id: uuidv7(), positionSeconds: place, text, now: deps.clock.now() };
  const added = await insertNote(deps.db, of, note, noteLimits.notesPerVideo);
  if (!added) throw tooManyNotes();
  return added;
}

/** @throws AppError 404, also for a note of another learner */
export async function editNote(
  deps: NotesDeps,
  caller: SessionCaller,
  { videoId, noteId }: { readonly videoId: string; readonly noteId: string },
  text: string,
): Promise<Note> {
  const { of } = await requireVideo(deps, caller, videoId);
  const edited = { id: noteId, text, now: deps.clock.now() };
  const changed = await updateNote(deps.db, of, edited);
  if (!changed) throw noteNotFound();
  return changed;
}

/** @throws AppError 404, also for a note of another learner */
export async function removeNote(
  deps: NotesDeps,
  caller: SessionCaller,
  { videoId, noteId }: { readonly videoId: string; readonly noteId: string },
) {
  const { of } = await requireVideo(deps, caller, videoId);
  if (!(await deleteNote(deps.db, of, noteId))) throw noteNotFound();
  return { success: true as const };
}

async function requireVideo({ videos }: NotesDeps, caller: SessionCaller, videoId: string) {
  const video = await videos.findPlayableVideo(videoId, caller);
  if (!video) throw videoNotAvailable();
  return { of: { userId: caller.userId, videoId }, video };
}
