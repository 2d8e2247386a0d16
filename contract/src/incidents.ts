import * as z from 'zod/mini';
import { idSchema, instantSchema, noNul } from './fields.ts';

/** Things that no honest learner's browser does: a violation unless the detector is unsure. */
const strongTypes = [
  'screen_capture_api',
  'media_recorder',
  'capture_stream',
  'picture_in_picture',
  'canvas_read',
  'blocked_hotkey',
  'watermark_tampered',
] as const;
/** Heuristics that an honest learner can set off: evidence that never counts as a violation. */
const weakTypes = [
  'window_size_difference',
  'window_blurred',
  'page_hidden',
  'print_attempted',
  'print_screen_key',
  'context_menu',
  'selection',
  'drag',
  'copy',
  'second_display',
  'automation_suspected',
  'extension_interference',
] as const;
/** What a page sees of its browser and network, at any time: evidence, never a violation. */
const watchTypes = [
  'fingerprint_mismatch',
  'content_tampered',
  'repeated_violations',
  'slow_network',
  'critical_network_events',
] as const;
/** What happened before and after it. */
const noteTypes = ['recording_stopped', 'mobile_device', 'screen_too_small'] as const;
/** Seen by the server alone; no browser may report it. */
const serverTypes = ['download_suspected'] as const;

const reportedTypes = [...strongTypes, ...weakTypes, ...noteTypes, ...watchTypes] as const;
export const incidentTypeNames = [...reportedTypes, ...serverTypes] as const;
export type IncidentType = (typeof incidentTypeNames)[number];

// Looked up without a method that a page could replace in a browser.
const strong: Readonly<Partial<Record<IncidentType, boolean>>> = Object.fromEntries(
  strongTypes.map((type) => [type, true]),
);

/** How sure the detector is. */
export const incidentConfidences = ['low', 'medium', 'high'] as const;
export type IncidentConfidence = (typeof incidentConfidences)[number];

/** Least first. */
export const incidentSeverities = ['low', 'medium', 'high', 'critical'] as const;
export type IncidentSeverity = (typeof incidentSeverities)[number];
/** The severities that incidents have and lists are filtered by: no rule gives `critical`. */
export const givenSeverities = ['low', 'medium', 'high'] as const;
export type GivenSeverity = (typeof givenSeverities)[number];

/**
 * Tells whether an incident counts as a violation, or may: a slip must be repeated (`isSlip`).
 * Browser and server share this rule.
 */
export function isViolation(type: IncidentType, confidence: IncidentConfidence): boolean {
  return strong[type] === true && confidence !== 'low';
}

/**
 * Hotkeys that people also press by mistake: prevented, recorded, and a violation only when one of
 * them was pressed within the minute before.
 */
const slipRepeatMs = 60_000;

/** Tells whether an incident may be a mistake (a slip), which counts only when repeated. */
export function isSlip(type: IncidentType, hotkey: string | undefined): boolean {
  // Without a list, whose methods a page could replace in a browser.
  const isSlipKey = hotkey === 'F9' || hotkey === 'Alt+R' || hotkey === 'Ctrl+Shift+R';
  return isSlipKey && type === 'blocked_hotkey';
}

/**
 * Tells whether a slip repeats an earlier one of the same playback: as a separate act, within a
 * minute. Browser and server share this rule.
 */
export function isSlipRepeated(atMs: number, earlierAtMs: number, sameActMs: number): boolean {
  const apartMs = atMs - earlierAtMs;
  return apartMs > 0 && apartMs >= sameActMs && apartMs <= slipRepeatMs;
}

/** Lengths in characters. */
export const incidentLimits = {
  /** Specification, section 9. */
  perCall: 10,
  message: 300,
  url: 300,
  metadataFields: 16,
  metadataName: 40,
  metadataValue: 200,
} as const;

/** So long may be what a learner says when asking for a review. */
export const reviewNoteCharacters = 500;

const text = (maxLength: number) => z.string().check(z.maxLength(maxLength), noNul);

/**
 * What a browser reports about one incident (specification, section 3). User, session, address and
 * time of arrival are not part of it: the server knows them.
 */
export const incidentReportSchema = z.object({
  /** Made by the browser: sent again, an incident is kept once. */
  id: idSchema,
  type: z.enum(reportedTypes),
  confidence: z.enum(incidentConfidences),
  /** The caller's own; null before there is one. Also of a playback that is over. */
  playbackSessionId: z.nullable(idSchema),
  /** Counts only where there is no playback session, which knows its video, and the caller may play it. */
  videoId: z.nullable(idSchema),
  occurredAt: instantSchema,
  message: text(incidentLimits.message),
  /** How many warnings the learner had seen. */
  warningCount: z.int().check(z.gte(0), z.lte(1000)),
  /** Path of the page, without query. */
  url: text(incidentLimits.url),
  /** Screen size, time zone, language, platform and what the detector saw. */
  metadata: z.record(text(incidentLimits.metadataName), text(incidentLimits.metadataValue)).check(
    z.refine((fields) => Object.keys(fields).length <= incidentLimits.metadataFields, {
      message: 'Too many fields',
    }),
  ),
});
export type IncidentReport = z.infer<typeof incidentReportSchema>;

/** A learner's standing with one video; the browser's ladder continues from here. */
export const violationStandingSchema = z.object({
  /** Violations that count at present. */
  count: z.int(),
  /** Access to this video is over until an administrator lifts that. */
  terminated: z.boolean(),
});
export type ViolationStanding = z.infer<typeof violationStandingSchema>;

export const incidentsAnswerSchema = z.object({
  /** Ids that are kept, also from an earlier call. */
  accepted: z.array(idSchema),
  /** Ids of a playback session that is not the caller's; don't send them again. */
  refused: z.array(idSchema),
  /** One for each video of the accepted incidents that have a playback session. */
  violations: z.array(z.extend(violationStandingSchema, { videoId: idSchema })),
});

/** An incident as an administrator sees it. */
export const incidentSchema = z.object({
  id: idSchema,
  type: z.enum(incidentTypeNames),
  severity: z.enum(incidentSeverities),
  confidence: z.enum(incidentConfidences),
  /** It counted as a violation. */
  violation: z.boolean(),
  message: z.string(),
  warningCount: z.int(),
  url: z.string(),
  metadata: z.record(z.string(), z.string()),
  /** By the learner's clock. */
  timestamp: instantSchema,
  receivedAt: instantSchema,
  user: z.object({ id: idSchema, name: z.string() }),
  sessionId: idSchema,
  deviceId: z.string(),
  address: z.string(),
  userAgent: z.string(),
  /** Browser and system, from the user agent. */
  device: z.string(),
  playbackSessionId: z.nullable(idSchema),
  video: z.nullable(z.object({ id: idSchema, title: z.nullable(z.string()) })),
});
export type SecurityIncident = z.infer<typeof incidentSchema>;

/** Incidents of one learner and one video, each received soon after the one before. */
export const incidentGroupSchema = z.object({
  /** Of its latest incident. */
  id: idSchema,
  user: z.object({ id: idSchema, name: z.string() }),
  video: z.nullable(z.object({ id: idSchema, title: z.nullable(z.string()) })),
  /** When its first and its last incident were received. */
  firstAt: instantSchema,
  lastAt: instantSchema,
  /** How many incidents it has, and how many of them are violations. */
  count: z.int(),
  violations: z.int(),
  /** Of its worst incident. */
  severity: z.enum(incidentSeverities),
  /** The worst type first, then the most frequent. */
  types: z.array(
    z.object({
      type: z.enum(incidentTypeNames),
      count: z.int(),
      severity: z.enum(incidentSeverities),
    }),
  ),
  /** The end of access to the video at that time. */
  termination: z.nullable(
    z.object({ id: idSchema, terminatedAt: instantSchema, liftedAt: z.nullable(instantSchema) }),
  ),
});
export type IncidentGroup = z.infer<typeof incidentGroupSchema>;

/** A learner's access to one video that ended by violations. */
export const terminationSchema = z.object({
  id: idSchema,
  user: z.object({ id: idSchema, name: z.string() }),
  video: z.object({ id: idSchema, title: z.string() }),
  playbackSessionId: z.nullable(idSchema),
  violations: z.int(),
  terminatedAt: instantSchema,
  /** When the learner asked for a review, and with which words. */
  reviewRequestedAt: z.nullable(instantSchema),
  reviewNote: z.nullable(z.string()),
  liftedAt: z.nullable(instantSchema),
  liftedBy: z.nullable(z.object({ id: idSchema, name: z.string() })),
  liftReason: z.nullable(z.string()),
});
export type Termination = z.infer<typeof terminationSchema>;
