import { endpoints } from '@prahari/contract';
import type { Bind } from '../../../platform/http/bind.ts';
import type { Notes } from './notes.usecases.ts';

export function bindNotesRoutes(bind: Bind, notes: Notes): void {
  const { add, list, remove, update } = endpoints.notes;
  bind(list, ({ caller, params, query }) => notes.list(caller, params.id, query));
  bind(add, ({ caller, params, body }) => notes.add(caller, params.id, body));
  bind(update, ({ caller, params, body }) =>
    notes.update(caller, params.id, params.noteId, body.text),
  );
  bind(remove, ({ caller, params }) => notes.remove(caller, params.id, params.noteId));
}
