import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { pageOf, pageQuery } from '../fields.ts';
import { administrators } from '../roles.ts';
import { storageUseSchema, storedVideoSchema } from '../storage-use.ts';

const tag = 'Storage';
const editor = { kind: 'session', roles: administrators, permission: 'videos.write' } as const;

export const storageEndpoints = {
  use: endpoint({
    method: 'GET',
    path: '/admin/storage',
    access: editor,
    tag,
    summary: 'Available space, what uses it, and the limits in force',
    data: storageUseSchema,
  }),
  videos: endpoint({
    method: 'GET',
    path: '/admin/storage/videos',
    access: editor,
    tag,
    summary: 'Videos with the space each uses, largest first',
    query: z.object(pageQuery),
    data: pageOf(storedVideoSchema),
  }),
} as const;
