import * as z from 'zod/mini';
import { machineFactsSchema } from '../device-rule.ts';
import { endpoint } from '../endpoint.ts';
import {
  contactNumberSchema,
  countryCodeSchema,
  idSchema,
  instantSchema,
  passwordSchema,
} from '../fields.ts';
import { failedAttemptsByOthersSchema } from '../login-history.ts';
import { adminScopeSchema, permissionSchema } from '../permissions.ts';
import { proofOfWorkSchema } from '../proof-of-work.ts';
import { userTypeSchema, userTypes } from '../roles.ts';
import { ownUserSchema, sessionListSchema } from '../user.ts';

const tokensSchema = z.object({
  accessToken: z.string(),
  accessTokenExpiresAt: instantSchema,
  /** Null in a browser, which keeps it in an HttpOnly cookie. */
  refreshToken: z.nullable(z.string()),
});

/** Specification, section 3: login response. */
export const loginDataSchema = z.extend(tokensSchema, {
  userType: userTypeSchema,
  user: ownUserSchema,
  permissions: z.array(permissionSchema),
  /** Null for learners. */
  adminScope: z.nullable(adminScopeSchema),
  /** Null when the password has not been confirmed for watching, or not lately. */
  videoAccessExpiresAt: z.nullable(instantSchema),
  /** Until this administrator has enrolled a second factor, no permission counts. */
  mustEnrolSecondFactor: z.boolean(),
  /** Since the previous sign-in; only at a sign-in, and only if there were many. */
  failedAttemptsByOthers: z.optional(failedAttemptsByOthersSchema),
});
export type LoginData = z.infer<typeof loginDataSchema>;

const tag = 'Auth';
const device = { kind: 'device' } as const;
const anyUser = { kind: 'session', roles: userTypes } as const;
const beforeEnrolment = true;

export const authEndpoints = {
  verify: endpoint({
    method: 'POST',
    path: '/auth/verify',
    access: device,
    tag,
    summary: 'Exchange a one-time activation code for a token that sets a password',
    body: z.object({
      countryCode: countryCodeSchema,
      contactNumber: contactNumberSchema,
      code: z.string().check(z.trim(), z.minLength(1), z.maxLength(64)),
    }),
    data: z.object({
      setPasswordToken: z.string(),
      expiresAt: instantSchema,
      /** Signs that this user's password needs at least. */
      passwordMinLength: z.int(),
    }),
  }),
  setPassword: endpoint({
    method: 'POST',
    path: '/auth/set-password',
    access: device,
    tag,
    summary: 'Set a password with the token of verify or of a sign-in that asked for a new one',
    body: z.object({
      setPasswordToken: z.string().check(z.minLength(1), z.maxLength(2048)),
      password: passwordSchema,
    }),
    data: z.object({ success: z.literal(true) }),
  }),
  forgotPassword: endpoint({
    method: 'POST',
    path: '/auth/forgot-password',
    access: device,
    tag,
    summary: 'Request a one-time code that sets a new password; every number gets the same answer',
    body: z.object({
      countryCode: countryCodeSchema,
      contactNumber: contactNumberSchema,
      /** As for `login`. */
      proofOfWork: z.optional(proofOfWorkSchema),
    }),
    data: z.object({ success: z.literal(true) }),
  }),
  login: endpoint({
    method: 'POST',
    path: '/auth/login',
    access: device,
    tag,
    summary: 'Sign in with phone number and password',
    body: z.object({
      countryCode: countryCodeSchema,
      contactNumber: contactNumberSchema,
      password: passwordSchema,
      /** "This is my new device": takes the place of the old one, where that is allowed. */
      resetDevice: z._default(z.boolean(), false),
      /** Evidence for the device rule; programs leave it out. */
      machine: z.optional(machineFactsSchema),
      /** For the refusal `proof_of_work_required`; each serves once. */
      proofOfWork: z.optional(proofOfWorkSchema),
    }),
    data: loginDataSchema,
  }),
  refresh: endpoint({
    method: 'POST',
    path: '/auth/refresh',
    access: device,
    tag,
    cookie: 'refreshCookie',
    summary: 'Rotate the refresh token and get a new access token',
    body: z.object({ refreshToken: z.optional(z.string().check(z.maxLength(256))) }),
    data: loginDataSchema,
  }),
  logout: endpoint({
    method: 'POST',
    path: '/auth/logout',
    access: { ...anyUser, beforeEnrolment },
    tag,
    summary: 'End this session',
    data: z.object({ success: z.literal(true) }),
  }),
  logoutAll: endpoint({
    method: 'POST',
    path: '/auth/logout/all',
    access: { ...anyUser, beforeEnrolment },
    tag,
    summary: 'End every session of this user',
    data: z.object({ success: z.literal(true), ended: z.int() }),
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/auth/sessions',
    access: anyUser,
    tag,
    summary: 'My live sessions, the latest first',
    data: sessionListSchema,
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/auth/sessions/{id}',
    access: anyUser,
    tag,
    summary: 'End one of my sessions',
    params: z.object({ id: idSchema }),
    data: z.object({ success: z.literal(true) }),
  }),
  validate: endpoint({
    method: 'GET',
    path: '/auth/validate',
    access: { ...anyUser, beforeEnrolment },
    tag,
    summary: 'Check whether the token is valid, and return its user',
    data: z.object({
      valid: z.literal(true),
      user: ownUserSchema,
      sessionId: idSchema,
      expiresAt: instantSchema,
      /** Null when the password has not been confirmed for watching, or not lately, or elsewhere. */
      videoAccessExpiresAt: z.nullable(instantSchema),
      /** Whether it was confirmed lately, but in another network, browser release or machine. */
      isConfirmedElsewhere: z.boolean(),
    }),
  }),
  validatePassword: endpoint({
    method: 'POST',
    path: '/auth/validate-password',
    access: anyUser,
    tag,
    summary: 'Confirm the password and open the video-access session',
    body: z.object({ password: passwordSchema }),
    data: z.object({ success: z.literal(true), expiresAt: instantSchema }),
  }),
} as const;
