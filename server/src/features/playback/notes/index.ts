export { noteRowRefusals } from './notes.errors.ts';
export { createNotesRepository } from './notes.repository.ts';
export { bindNotesRoutes } from './notes.routes.ts';
export { createNotes } from './notes.usecases.ts';
