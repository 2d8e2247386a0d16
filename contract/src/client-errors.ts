import * as z from 'zod/mini';
import type { ErrorReason } from './errors.ts';
import { idSchema, instantSchema, noNul } from './fields.ts';

/** Least first. */
export const logLevels = ['DEBUG', 'INFO', 'WARN', 'ERROR', 'CRITICAL'] as const;
export type LogLevel = (typeof logLevels)[number];

export const errorCategories = [
  'network',
  'server',
  'authentication',
  'authorization',
  'rate-limit',
  'request',
  'rendering',
  'loading',
  'playback',
  'script',
] as const;
export type ErrorCategory = (typeof errorCategories)[number];

/** Lengths in characters; 25 entries at their longest stay below the limit of JSON bodies. */
export const clientErrorLimits = {
  entriesPerCall: 25,
  operation: 120,
  message: 500,
  metadataFields: 12,
  metadataName: 40,
  metadataValue: 1000,
} as const;

const text = (maxLength: number) => z.string().check(z.maxLength(maxLength), noNul);

/**
 * What a browser reports about an error (specification, section 3). User, session and address are
 * not part of it: the server knows them.
 */
export const clientErrorReportSchema = z.object({
  id: idSchema,
  timestamp: instantSchema,
  level: z.enum(logLevels),
  category: z.enum(errorCategories),
  operation: text(clientErrorLimits.operation),
  message: text(clientErrorLimits.message),
  userMessage: text(clientErrorLimits.message),
  correlationId: z.nullable(text(64)),
  metadata: z
    .record(text(clientErrorLimits.metadataName), text(clientErrorLimits.metadataValue))
    .check(
      z.refine((fields) => Object.keys(fields).length <= clientErrorLimits.metadataFields, {
        message: 'Too many fields',
      }),
    ),
  /** Set by administrators; a browser's claim is ignored. */
  resolved: z.boolean(),
  /** The user pressed 'Report Issue'. */
  acknowledgedByUser: z.boolean(),
});
export type ClientErrorReport = z.infer<typeof clientErrorReportSchema>;

/** A report as an administrator sees it. */
export const clientErrorSchema = z.extend(clientErrorReportSchema, {
  receivedAt: instantSchema,
  userId: idSchema,
  userName: z.string(),
  sessionId: idSchema,
  address: z.string(),
  userAgent: z.string(),
  clientVersion: z.string(),
});
export type ClientError = z.infer<typeof clientErrorSchema>;

/** Browser errors of one category, operation and message. */
export const clientErrorGroupSchema = z.object({
  /** Of its latest error that is not resolved, else of its latest one. */
  id: idSchema,
  category: z.enum(errorCategories),
  operation: z.string(),
  message: z.string(),
  /** The worst. */
  level: z.enum(logLevels),
  count: z.int(),
  /** How many users met it. */
  users: z.int(),
  firstAt: instantSchema,
  lastAt: instantSchema,
  /** A user pressed 'Report Issue'. */
  reported: z.boolean(),
  /** All of them are. */
  resolved: z.boolean(),
});
export type ClientErrorGroup = z.infer<typeof clientErrorGroupSchema>;

const expectedRefusals: Readonly<Partial<Record<ErrorReason, true>>> = {
  access_session_required: true,
  access_terminated: true,
  device_cannot_play: true,
  mobile_device: true,
  playback_moved: true,
  playback_suspended: true,
  too_many_streams: true,
};

/**
 * Tells whether the server refused a call as it should, and the page says so in words of its own:
 * no error of the browser, unless a user reports it.
 */
export function isExpectedRefusal({ metadata }: Pick<ClientErrorReport, 'metadata'>): boolean {
  const reason = metadata['reason'];
  return reason !== undefined && Object.hasOwn(expectedRefusals, reason);
}
