import * as z from 'zod/mini';
import { groupActivationSchema, issuedCodesSchema } from '../bulk-users.ts';
import { userGroupNameSchema, userGroupSchema } from '../catalogue.ts';
import { endpoint } from '../endpoint.ts';
import { idSchema, pageOf, pageQuery } from '../fields.ts';
import { administrators } from '../roles.ts';
import { managedUserSchema } from '../user.ts';

const tag = 'User groups';
const reader = { kind: 'session', roles: administrators } as const;
const editor = { ...reader, permission: 'users.write' } as const;
const byId = z.object({ id: idSchema });
const body = z.object({ name: userGroupNameSchema });
const groupSortKeys = ['name', 'memberCount', 'lastLoginAt', 'createdAt'] as const;
const ids = z.array(idSchema).check(z.maxLength(500));

/** Named groups of users, as the audience of videos. */
export const groupEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/admin/user-groups',
    access: reader,
    tag,
    summary: 'User groups, by name unless asked otherwise',
    query: z.object({
      ...pageQuery,
      sortBy: z._default(z.enum(groupSortKeys), 'name'),
      sortOrder: z._default(z.enum(['asc', 'desc']), 'asc'),
    }),
    data: pageOf(userGroupSchema),
  }),
  create: endpoint({
    method: 'POST',
    path: '/admin/user-groups',
    access: editor,
    tag,
    summary: 'Create an empty user group',
    body,
    data: userGroupSchema,
  }),
  rename: endpoint({
    method: 'PUT',
    path: '/admin/user-groups/{id}',
    access: editor,
    tag,
    summary: 'Rename a user group',
    params: byId,
    body,
    data: userGroupSchema,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/admin/user-groups/{id}',
    access: editor,
    tag,
    summary: 'Delete a user group; no learner sees videos that were only for it any more',
    params: byId,
    data: z.object({ success: z.literal(true) }),
  }),
  members: endpoint({
    method: 'GET',
    path: '/admin/user-groups/{id}/members',
    access: { ...reader, permission: 'users.read' },
    tag,
    summary: 'Members of a user group that the caller may see, by name',
    params: byId,
    query: z.object(pageQuery),
    data: pageOf(z.pick(managedUserSchema, { id: true, name: true, contactNumber: true })),
  }),
  changeMembers: endpoint({
    method: 'PUT',
    path: '/admin/user-groups/{id}/members',
    access: editor,
    tag,
    summary: 'Add and remove members; users the caller may not see are left unchanged',
    params: byId,
    body: z.object({ add: z._default(ids, []), remove: z._default(ids, []) }),
    data: userGroupSchema,
  }),
  activation: endpoint({
    method: 'GET',
    path: '/admin/user-groups/{id}/activation',
    access: editor,
    tag,
    summary: 'How many members of a user group have yet to activate, and hold a code that works',
    params: byId,
    data: groupActivationSchema,
  }),
  issueCodes: endpoint({
    method: 'POST',
    path: '/admin/user-groups/{id}/activation',
    access: editor,
    tag,
    summary:
      'New activation codes for members of a user group who have yet to activate; with replace also for those who hold one that works',
    params: byId,
    body: z.object({ replace: z.boolean() }),
    data: issuedCodesSchema,
  }),
} as const;
