import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { idSchema, instantSchema, pageOf, pageQuery, passwordSchema } from '../fields.ts';
import { failedAttemptsByOthersSchema, loginEventSchema } from '../login-history.ts';
import {
  assertionSchema,
  newCredentialSchema,
  passkeyCreationSchema,
  passkeyNameSchema,
  passkeyRequestSchema,
  passkeySchema,
} from '../passkeys.ts';
import { administrators, userTypes } from '../roles.ts';
import { loginDataSchema } from './auth.ts';

const tag = 'Auth';
const device = { kind: 'device' } as const;
const anyUser = { kind: 'session', roles: userTypes } as const;
const anyAdministrator = { kind: 'session', roles: administrators } as const;
const beforeEnrolment = true;

const success = z.object({ success: z.literal(true) });
/** Six digits of the authenticator, or a recovery code. */
const code = z.string().check(z.trim(), z.minLength(6), z.maxLength(64));
const passwordAndCode = z.object({ password: passwordSchema, code });
/** Empty where there are some already. */
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
/** Of the refusal `second_factor_required`, good on the same device only. */
const secondFactorToken = z.string().check(z.minLength(1), z.maxLength(2048));

const historyQuery = z.object({ page: pageQuery.page, limit: pageQuery.limit });

/** The second step of a sign-in, and what users may change about their factors. */
export const accountEndpoints = {
  secondFactor: endpoint({
    method: 'POST',
    path: '/auth/second-factor',
    access: device,
    tag,
    summary: 'Complete a sign-in that asked for the second factor',
    body: z.object({ secondFactorToken, code }),
    data: loginDataSchema,
  }),
  passkeyChallenge: endpoint({
    method: 'POST',
    path: '/auth/second-factor/passkey/challenge',
    access: device,
    tag,
    summary: 'Get the challenge that a passkey signs to complete a sign-in',
    body: z.object({ secondFactorToken }),
    data: passkeyRequestSchema,
  }),
  passkeySignIn: endpoint({
    method: 'POST',
    path: '/auth/second-factor/passkey',
    access: device,
    tag,
    summary: 'Complete a sign-in with a passkey that signed the challenge',
    body: z.object({ secondFactorToken, assertion: assertionSchema }),
    data: loginDataSchema,
  }),
  credentials: endpoint({
    method: 'GET',
    path: '/auth/credentials',
    access: { ...anyUser, beforeEnrolment },
    tag,
    summary: 'The rules for my password, and the state of my second factors',
    data: z.object({
      passwordMinLength: z.int(),
      /** Of the last 30 days; null where they were few. */
      failedAttemptsByOthers: z.nullable(failedAttemptsByOthersSchema),
      /** The authenticator app. Null for learners, who have none. */
      secondFactor: z.nullable(
        z.object({
          /** Null when there is none. */
          enrolledAt: z.nullable(instantSchema),
          /** Whether the institution asks for a second factor. */
          isRequired: z.boolean(),
        }),
      ),
      /** The oldest first. */
      passkeys: z.array(passkeySchema),
      recoveryCodesLeft: z.int(),
    }),
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/auth/change-password',
    access: anyUser,
    tag,
    summary: 'Change my password; my other sessions end',
    body: z.object({ currentPassword: passwordSchema, newPassword: passwordSchema }),
    data: z.object({ success: z.literal(true), ended: z.int() }),
  }),
  startSecondFactor: endpoint({
    method: 'POST',
    path: '/auth/second-factor/enrolment',
    access: { ...anyAdministrator, beforeEnrolment },
    tag,
    summary: 'Create the secret of a second factor; it takes effect once a code confirms it',
    body: z.object({ password: passwordSchema }),
    data: z.object({
      /** Base32, for typing. */
      secret: z.string(),
      /** For the QR code. */
      otpauthUri: z.string(),
      expiresAt: instantSchema,
    }),
  }),
  confirmSecondFactor: endpoint({
    method: 'POST',
    path: '/auth/second-factor/enrolment/confirm',
    access: { ...anyAdministrator, beforeEnrolment },
    tag,
    summary: 'Confirm the second factor with a code; returns the recovery codes, once',
    body: z.object({ code }),
    data: recoveryCodes,
  }),
  disableSecondFactor: endpoint({
    method: 'POST',
    path: '/auth/second-factor/disable',
    access: anyAdministrator,
    tag,
    summary: 'Remove my second factor',
    body: passwordAndCode,
    data: success,
  }),
  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: '/auth/second-factor/recovery-codes',
    access: anyUser,
    tag,
    summary: 'Replace my recovery codes; returns the new ones, once',
    body: passwordAndCode,
    data: recoveryCodes,
  }),
  startPasskey: endpoint({
    method: 'POST',
    path: '/auth/passkeys/challenge',
    access: { ...anyUser, beforeEnrolment },
    tag,
    summary: 'Get the options for creating a passkey',
    body: z.object({ password: passwordSchema }),
    data: passkeyCreationSchema,
  }),
  addPasskey: endpoint({
    method: 'POST',
    path: '/auth/passkeys',
    access: { ...anyUser, beforeEnrolment },
    tag,
    summary: 'Add a passkey as a second factor; the first returns recovery codes, once',
    body: z.object({ name: passkeyNameSchema, credential: newCredentialSchema }),
    data: z.object({ passkey: passkeySchema, ...recoveryCodes.shape }),
  }),
  renamePasskey: endpoint({
    method: 'PATCH',
    path: '/auth/passkeys/{id}',
    access: anyUser,
    tag,
    summary: 'Rename a passkey of mine',
    params: z.object({ id: idSchema }),
    body: z.object({ name: passkeyNameSchema }),
    data: passkeySchema,
  }),
  removePasskey: endpoint({
    method: 'POST',
    path: '/auth/passkeys/{id}/remove',
    access: anyUser,
    tag,
    summary: 'Remove a passkey of mine',
    params: z.object({ id: idSchema }),
    body: z.object({ password: passwordSchema }),
    data: success,
  }),
  loginHistory: endpoint({
    method: 'GET',
    path: '/auth/login-history',
    access: anyUser,
    tag,
    summary: 'Sign-ins and security changes of my account, newest first',
    query: historyQuery,
    data: pageOf(loginEventSchema),
  }),
  loginHistoryOf: endpoint({
    method: 'GET',
    path: '/admin/users/{id}/login-history',
    access: { kind: 'session', roles: administrators, permission: 'users.read' },
    tag: 'Users',
    summary: 'Sign-ins, refusals, devices and ends of sessions of a user, newest first',
    params: z.object({ id: idSchema }),
    query: historyQuery,
    data: pageOf(loginEventSchema),
  }),
  clearSecondFactor: endpoint({
    method: 'DELETE',
    path: '/admin/users/{id}/second-factor',
    access: { kind: 'session', roles: ['SUPER_ADMIN'], permission: 'users.write' },
    tag: 'Users',
    summary: 'Remove all second factors of a user after their loss, and end the sessions',
    params: z.object({ id: idSchema }),
    data: success,
  }),
} as const;
