import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { idSchema, noNul, pageOf, pageQuery } from '../fields.ts';
import { noteLimits, noteSchema } from '../notes.ts';
import { userTypes } from '../roles.ts';

const tag = 'Notes';
const anyUser = { kind: 'session', roles: userTypes } as const;
const ofLesson = z.object({ id: idSchema });
const one = z.object({ id: idSchema, noteId: idSchema });
const { page, limit } = pageQuery;
const text = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(noteLimits.textCharacters), noNul);

/** Learners' notes at moments of a video; each learner sees only their own. */
export const noteEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/videos/{id}/notes',
    access: anyUser,
    tag,
    summary: 'The caller’s notes on a video, in order of time',
    params: ofLesson,
    query: z.object({ page, limit }),
    data: pageOf(noteSchema),
  }),
  add: endpoint({
    method: 'POST',
    path: '/videos/{id}/notes',
    access: anyUser,
    tag,
    summary: 'Add a note at a moment of a video',
    params: ofLesson,
    body: z.object({
      /** Seconds; a moment behind the end is the end. */
      positionSeconds: z.number().check(z.gte(0), z.lte(360_000)),
      text,
    }),
    data: noteSchema,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/videos/{id}/notes/{noteId}',
    access: anyUser,
    tag,
    summary: 'Edit a note',
    params: one,
    body: z.object({ text }),
    data: noteSchema,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/videos/{id}/notes/{noteId}',
    access: anyUser,
    tag,
    summary: 'Delete a note',
    params: one,
    data: z.object({ success: z.literal(true) }),
  }),
} as const;
