import { endpoints } from '@prahari/contract';
import type { Bind } from '../../../platform/http/bind.ts';
import type { PlaybackDeps } from '../playback.deps.ts';
import { createNote, editNote, listNotes, removeNote } from './notes.usecases.ts';

/** Faster than people write. */
const notesPerMinute = 60;

export function bindNotesRoutes(bind: Bind, deps: PlaybackDeps): void {
  const countChange = bind.createRateLimit('notes', notesPerMinute);
  const { add, list, remove, update } = endpoints.notes;
  bind(list, ({ caller, params, query }) => listNotes(deps, caller, params.id, query));
  bind(add, async ({ caller, params, body, reply }) => {
    await countChange(caller.userId, reply);
    return createNote(deps, caller, params.id, body);
  });
  bind(update, async ({ caller, params: { id: videoId, noteId }, body, reply }) => {
    await countChange(caller.userId, reply);
    return editNote(deps, caller, { videoId, noteId }, body.text);
  });
  bind(remove, async ({ caller, params: { id: videoId, noteId }, reply }) => {
    await countChange(caller.userId, reply);
    return removeNote(deps, caller, { videoId, noteId });
  });
}
