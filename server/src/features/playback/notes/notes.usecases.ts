import { type BodyOf, type endpoints, type Note, noteLimits } from '@prahari/contract';
import { v7 as uuidv7 } from 'uuid';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Trx } from '../../../platform/db/database.ts';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import { videoNotAvailable } from '../../drm/index.ts';
import type { PlaybackPorts } from '../ports.ts';
import { noteNotFound, tooManyNotes } from './notes.errors.ts';
import type { NotesRepository } from './notes.repository.ts';

export interface NotesDeps {
  readonly clock: Clock;
  readonly notes: NotesRepository;
  readonly videos: Pick<PlaybackPorts['videos'], 'playableVideo'>;
  limit(userId: string): Promise<void>;
}

/** Keeps what learners write down at moments of a lesson. Only its author sees a note. */
export function createNotes({ clock, notes, videos, limit }: NotesDeps) {
  async function lesson(caller: SessionCaller, videoId: string) {
    const video = await videos.playableVideo(videoId, caller);
    if (!video) throw videoNotAvailable();
    return { of: { userId: caller.userId, videoId }, video };
  }

  return {
    /** @throws AppError 404 for a lesson that this user may not watch */
    async list(caller: SessionCaller, videoId: string, query: { page: number; limit: number }) {
      const { of } = await lesson(caller, videoId);
      const found = await notes.page(of, query.limit, (query.page - 1) * query.limit);
      return { ...found, page: query.page, limit: query.limit };
    },

    /** @throws AppError 404, 429, 400 too_many_notes */
    async add(
      caller: SessionCaller,
      videoId: string,
      { positionSeconds, text }: BodyOf<typeof endpoints.notes.add>,
    ): Promise<Note> {
      await limit(caller.userId);
      const { of, video } = await lesson(caller, videoId);
      const place = Math.min(positionSeconds, video.durationSeconds);
      const note = { id: uuidv7(), positionSeconds: place, text, now: clock.now() };
      const added = await notes.add(of, note, noteLimits.notesPerLesson);
      if (!added) throw tooManyNotes();
      return added;
    },

    /** @throws AppError 404, also for a note of another learner; 429 */
    async update(caller: SessionCaller, videoId: string, noteId: string, text: string) {
      await limit(caller.userId);
      const { of } = await lesson(caller, videoId);
      const changed = await notes.change(of, noteId, text, clock.now());
      if (!changed) throw noteNotFound();
      return changed;
    },

    /** @throws AppError 404, also for a note of another learner; 429 */
    async remove(caller: SessionCaller, videoId: string, noteId: string) {
      await limit(caller.userId);
      const { of } = await lesson(caller, videoId);
      if (!(await notes.remove(of, noteId))) throw noteNotFound();
      return { success: true as const };
    },

    /** Removes the notes of a user whose account goes. */
    forget: (trx: Trx, userId: string) => notes.removeAll(trx, userId),
  };
}

export type Notes = ReturnType<typeof createNotes>;
