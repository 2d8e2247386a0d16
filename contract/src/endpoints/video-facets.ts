import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { userTypes } from '../roles.ts';

const tag = 'Videos';
const anyUser = { kind: 'session', roles: userTypes } as const;
/** A value that videos carry, with how many of those that this user sees. */
const facets = z.object({ items: z.array(z.object({ name: z.string(), count: z.int() })) });

export const categories = endpoint({
  method: 'GET',
  path: '/videos/metadata/categories',
  access: anyUser,
  tag,
  summary: 'Categories of the videos the caller may see',
  data: facets,
});

export const languages = endpoint({
  method: 'GET',
  path: '/videos/metadata/languages',
  access: anyUser,
  tag,
  summary: 'Languages of the videos the caller may see, most used first',
  data: facets,
});

export const tags = endpoint({
  method: 'GET',
  path: '/videos/metadata/tags',
  access: anyUser,
  tag,
  summary: 'Tags of the videos the caller may see, most used first',
  data: facets,
});
