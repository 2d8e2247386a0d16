import * as z from 'zod/mini';
import { idSchema, instantSchema } from './fields.ts';
import { videoSchema } from './video.ts';

/** What of a learner the audience of a video can name. */
const audienceParts = ['group', 'kendra_type', 'country', 'district'] as const;
export type AudiencePart = (typeof audienceParts)[number];

/** Why a learner does not see a video. */
export const hiddenReasons = [
  'deleted',
  'not_ready',
  'draft',
  'scheduled',
  'ended',
  'no_audience',
  ...audienceParts,
] as const;
export type HiddenReason = (typeof hiddenReasons)[number];

const audienceMatchSchema = z.object({
  part: z.enum(audienceParts),
  matches: z.boolean(),
  /** The learner's own; null where none is given, and for groups. */
  own: z.nullable(z.string()),
  /** Some of what the audience names; none for groups, and for callers who don't manage the video. */
  wanted: z.array(z.string()),
});
export type AudienceMatch = z.infer<typeof audienceMatchSchema>;

/** A video in the caller's scope, as one learner meets it. */
export const learnerVideoSchema = z.extend(
  z.pick(videoSchema, {
    id: true,
    title: true,
    category: true,
    status: true,
    durationSeconds: true,
    resumeAtSeconds: true,
    completedAt: true,
    termination: true,
  }),
  {
    /** Whether the learner sees it in the library. */
    isVisible: z.boolean(),
    /** Why not; none where it is visible. */
    reasons: z.array(z.enum(hiddenReasons)),
    /** What its audience names, against the learner's own; none for a video for everyone. */
    audience: z.array(audienceMatchSchema),
    /** When its publication begins or ended, where that is a reason. */
    releaseAt: z.nullable(instantSchema),
    /** When the learner watched it last; null for never. */
    watchedAt: z.nullable(instantSchema),
  },
);
export type LearnerVideo = z.infer<typeof learnerVideoSchema>;

/** The rules of a start, in its order; the first four are those of every call. */
export const playbackRules = [
  'account',
  'sign_in',
  'second_factor',
  'bound_device',
  'device_kind',
  'access',
  'suspension',
  'password',
  'video_ready',
  'video_release',
  'audience',
  'user_token',
  'scheme',
  'streams',
  'licence',
] as const;
export type PlaybackRule = (typeof playbackRules)[number];

/** `unknown` is what only the learner's browser says when it begins. */
export const ruleOutcomes = ['pass', 'fail', 'unknown'] as const;

/** Whether it would play: as things are, once the learner does what the failed rules ask, or not. */
const playbackVerdicts = ['plays', 'plays_after_own_steps', 'refused'] as const;
export type PlaybackVerdict = (typeof playbackVerdicts)[number];

export const playbackCheckSchema = z.object({
  at: instantSchema,
  verdict: z.enum(playbackVerdicts),
  /** The sign-in by which it was judged; null where the learner is signed in nowhere. */
  session: z.nullable(
    z.object({ id: idSchema, device: z.string(), address: z.string(), lastSeenAt: instantSchema }),
  ),
  rules: z.array(
    z.object({
      rule: z.enum(playbackRules),
      outcome: z.enum(ruleOutcomes),
      /** By which a start is refused that fails it. */
      reason: z.string(),
      /** Until when the password is confirmed, since when access has ended, until when playback is suspended, when the publication begins or ended. */
      at: z.nullable(instantSchema),
      /** Of devices that play already, the key systems that are offered, or the status of a closed account. */
      names: z.array(z.string()),
    }),
  ),
  video: learnerVideoSchema,
});
export type PlaybackCheck = z.infer<typeof playbackCheckSchema>;
