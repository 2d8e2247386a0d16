import * as z from 'zod/mini';
import { auditActionSchema, auditEntrySchema, auditSubjectSchema } from '../audit.ts';
import {
  bulkActs,
  bulkLimits,
  bulkResultSchema,
  deletedUserSchema,
  issuedCodesSchema,
  userSelectionSchema,
} from '../bulk-users.ts';
import { userGroupIdsSchema } from '../catalogue.ts';
import { endpoint } from '../endpoint.ts';
import {
  contactNumberSchema,
  countryCodeSchema,
  emailSchema,
  idSchema,
  instantSchema,
  pageOf,
  pageQuery,
} from '../fields.ts';
import { adminScopeSchema, type Permission, permissionSchema } from '../permissions.ts';
import { administrators, userTypeSchema, userTypes } from '../roles.ts';
import { shownLine } from '../shown-line.ts';
import {
  activationSchema,
  managedUserSchema,
  ownUserSchema,
  placesSchema,
  sessionListSchema,
  userDetailSchema,
} from '../user.ts';
import { userListQuery } from '../user-list-query.ts';

const tag = 'Users';
/** Access for administrators with one permission. */
const allowedTo = <const P extends Permission>(permission: P) =>
  ({ kind: 'session', roles: administrators, permission }) as const;
const superAdminTo = <const P extends Permission>(permission: P) =>
  ({ kind: 'session', roles: ['SUPER_ADMIN'], permission }) as const;
const anyUser = { kind: 'session', roles: userTypes } as const;

const name = shownLine(120);
const placeName = shownLine(100);
const place = z.optional(placeName);
const byId = z.object({ id: idSchema });
const success = z.object({ success: z.literal(true) });

const editBody = z.object({
  /** The `updatedAt` of what was edited. */
  updatedAt: instantSchema,
  name: z.optional(name),
  countryCode: z.optional(z.string()),
  contactNumber: z.optional(contactNumberSchema),
  email: z.optional(z.nullable(emailSchema)),
  kendraType: z.optional(z.nullable(placeName)),
  country: z.optional(z.nullable(placeName)),
  district: z.optional(z.nullable(placeName)),
});

/** The same call under two paths, as the specification has it (section 7). */
const list = {
  method: 'GET',
  access: allowedTo('users.read'),
  tag,
  query: userListQuery,
  data: pageOf(managedUserSchema),
} as const;
const get = {
  method: 'GET',
  access: allowedTo('users.read'),
  tag,
  params: byId,
  data: userDetailSchema,
} as const;
const update = {
  method: 'PUT',
  access: allowedTo('users.write'),
  tag,
  params: byId,
  body: editBody,
  data: userDetailSchema,
} as const;
const remove = {
  method: 'DELETE',
  access: allowedTo('users.delete'),
  tag,
  params: byId,
  query: z.object({ erase: z._default(z.enum(['true', 'false']), 'false') }),
  data: success,
} as const;

export const userEndpoints = {
  list: endpoint({ ...list, path: '/admin/users', summary: 'List users' }),
  listPlain: endpoint({ ...list, path: '/users', summary: 'List users' }),
  places: endpoint({
    method: 'GET',
    path: '/admin/places',
    access: { kind: 'session', roles: administrators },
    tag,
    summary: "The places where learners of the caller's scope are",
    data: placesSchema,
  }),
  exportAll: endpoint({
    method: 'GET',
    path: '/users/bulk/export',
    access: allowedTo('users.export'),
    tag,
    summary: 'Export all matching users as one file, streamed',
    query: z.extend(z.omit(userListQuery, { page: true, limit: true }), {
      format: z._default(z.enum(['csv', 'xlsx', 'json']), 'csv'),
    }),
    data: {
      file: [
        'text/csv',
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        'application/json',
      ],
    },
  }),
  create: endpoint({
    method: 'POST',
    path: '/admin/users',
    access: allowedTo('users.write'),
    tag,
    summary: 'Create a user, who activates with the code in the answer, an SMS or an e-mail',
    body: z.object({
      name,
      countryCode: countryCodeSchema,
      contactNumber: contactNumberSchema,
      email: z.optional(emailSchema),
      userType: z._default(userTypeSchema, 'LEARNER'),
      kendraType: place,
      country: place,
      district: place,
      groupIds: z.optional(userGroupIdsSchema),
    }),
    data: z.object({ user: managedUserSchema, activation: activationSchema }),
  }),
  get: endpoint({ ...get, path: '/admin/users/{id}', summary: 'One user' }),
  getPlain: endpoint({ ...get, path: '/users/{id}', summary: 'One user' }),
  update: endpoint({ ...update, path: '/admin/users/{id}', summary: 'Edit a user' }),
  updatePlain: endpoint({ ...update, path: '/users/{id}', summary: 'Edit a user' }),
  remove: endpoint({
    ...remove,
    path: '/admin/users/{id}',
    summary: 'Delete a user; with erase=true personal data goes too',
  }),
  removePlain: endpoint({
    ...remove,
    path: '/users/{id}',
    summary: 'Delete a user; with erase=true personal data goes too',
  }),
  block: endpoint({
    method: 'PUT',
    path: '/admin/users/{id}/block',
    access: allowedTo('users.write'),
    tag,
    summary: 'Block a user, which ends all sessions, or unblock',
    params: byId,
    body: z.object({ blocked: z.boolean() }),
    data: userDetailSchema,
  }),
  signOut: endpoint({
    method: 'POST',
    path: '/admin/users/{id}/sign-out',
    access: allowedTo('users.write'),
    tag,
    summary: 'End all sessions of a user',
    params: byId,
    data: z.object({ success: z.literal(true), ended: z.int() }),
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/admin/users/{id}/sessions',
    access: allowedTo('users.read'),
    tag,
    summary: 'Live sessions of a user, the latest first',
    params: byId,
    data: sessionListSchema,
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/admin/users/{id}/sessions/{sessionId}',
    access: allowedTo('users.write'),
    tag,
    summary: 'End one session of a user',
    params: z.object({ id: idSchema, sessionId: idSchema }),
    data: success,
  }),
  setPermissions: endpoint({
    method: 'PUT',
    path: '/admin/users/{id}/permissions',
    access: superAdminTo('permissions.write'),
    tag,
    summary: 'Set the permissions and scope of an administrator',
    params: byId,
    body: z.object({
      permissions: z.array(permissionSchema).check(z.maxLength(64)),
      adminScope: z.optional(adminScopeSchema),
    }),
    data: userDetailSchema,
  }),
  resetPassword: endpoint({
    method: 'PUT',
    path: '/admin/users/{id}/reset-password',
    access: allowedTo('users.write'),
    tag,
    summary: 'End the sessions of a user and make a new activation code',
    params: byId,
    data: z.object({ activation: activationSchema }),
  }),
  resetPasswordPlain: endpoint({
    method: 'POST',
    path: '/users/{id}/password/reset',
    access: allowedTo('users.write'),
    tag,
    summary: 'End the sessions of a user and make a new activation code',
    params: byId,
    data: z.object({ activation: activationSchema }),
  }),
  resetLoginCount: endpoint({
    method: 'POST',
    path: '/users/{id}/login-count/reset',
    access: allowedTo('users.write'),
    tag,
    summary: 'Reset the sign-in count of a user',
    params: byId,
    data: success,
  }),
  setDevice: endpoint({
    method: 'PUT',
    path: '/users/{id}/device',
    access: allowedTo('devices.manage'),
    tag,
    summary: 'Bind a user to a device by its id',
    params: byId,
    body: z.object({ deviceId: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)) }),
    data: success,
  }),
  clearDevice: endpoint({
    method: 'DELETE',
    path: '/users/{id}/device',
    access: allowedTo('devices.manage'),
    tag,
    summary: 'Release the device of a user; the next sign-in binds a device',
    params: byId,
    data: success,
  }),
  bulk: endpoint({
    method: 'POST',
    path: '/admin/users/bulk',
    access: allowedTo('users.write'),
    tag,
    summary:
      'Block, unblock, sign out, give new activation codes to or add to a group: many users at once, with one entry in the audit log',
    body: z.object({
      act: z.enum(bulkActs),
      users: userSelectionSchema,
      /** Of `add-to-group`. */
      groupId: z.optional(idSchema),
    }),
    data: z.extend(bulkResultSchema, { codes: z.nullable(issuedCodesSchema) }),
  }),
  bulkRemove: endpoint({
    method: 'POST',
    path: '/admin/users/bulk/delete',
    access: allowedTo('users.delete'),
    tag,
    summary: 'Delete many users at once; they can be restored for some time',
    body: z.object({ users: userSelectionSchema }),
    data: bulkResultSchema,
  }),
  deleted: endpoint({
    method: 'GET',
    path: '/admin/users/deleted',
    access: allowedTo('users.delete'),
    tag,
    summary: 'Deleted users who can still be restored, the latest first',
    query: z.object(pageQuery),
    data: pageOf(deletedUserSchema),
  }),
  restore: endpoint({
    method: 'POST',
    path: '/admin/users/restore',
    access: allowedTo('users.delete'),
    tag,
    summary: 'Restore deleted users with password, devices, groups and notes',
    body: z.object({
      ids: z.array(idSchema).check(z.minLength(1), z.maxLength(bulkLimits.users)),
    }),
    data: bulkResultSchema,
  }),
  profile: endpoint({
    method: 'GET',
    path: '/users/profile/me',
    access: anyUser,
    tag,
    summary: 'My profile',
    data: managedUserSchema,
  }),
  updateProfile: endpoint({
    method: 'PUT',
    path: '/users/profile/me',
    access: anyUser,
    tag,
    summary: 'Edit my name',
    body: z.object({ name }),
    data: ownUserSchema,
  }),
  auditLog: endpoint({
    method: 'GET',
    path: '/admin/audit-log',
    access: superAdminTo('audit-log.read'),
    tag,
    summary: 'Audit log of administrator actions, newest first',
    query: z.object({
      ...pageQuery,
      action: z.optional(auditActionSchema),
      actorId: z.optional(idSchema),
      subjectId: z.optional(idSchema),
      /** Whether a throwaway account acted, by which a security audit tests this server. */
      throwaway: z.optional(z.enum(['true', 'false'])),
      from: z.optional(instantSchema),
      to: z.optional(instantSchema),
    }),
    data: pageOf(auditEntrySchema),
  }),
  auditSubjects: endpoint({
    method: 'GET',
    path: '/admin/audit-log/{id}/users',
    access: superAdminTo('audit-log.read'),
    tag,
    summary: 'Users that one entry of the audit log concerns, if they are many',
    params: byId,
    query: z.pick(z.object(pageQuery), { page: true, limit: true }),
    data: pageOf(auditSubjectSchema),
  }),
} as const;
