import type { ViolationStanding } from '@prahari/contract';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import type { ClientTraits } from '../../../platform/http/request-facts.ts';
import type { DeviceKind } from '../../auth/index.ts';
import {
  accessSessionRequired,
  playbackEnded,
  userTokenInvalid,
  videoNotAvailable,
} from '../../drm/index.ts';
import type { PlaybackDeps } from '../playback.deps.ts';
import { mobileDevice, playbackSuspended } from '../sessions/sessions.errors.ts';
import { findViolationStandings } from '../violations/violation-standing.usecases.ts';
import { findStartFacts } from './start.repository.ts';
import { decideStart, type Refusal } from './start.rules.ts';

const nothingCounted: ViolationStanding = { count: 0, terminated: false };

const refusalErrors = {
  mobile_device: mobileDevice,
  access_terminated: () => playbackEnded('terminated'),
  playback_suspended: playbackSuspended,
  access_session_required: accessSessionRequired,
  video_not_available: videoNotAvailable,
  user_token_invalid: userTokenInvalid,
} as const satisfies Record<Refusal, () => Error>;

export type DecisionDeps = Pick<
  PlaybackDeps,
  'db' | 'clock' | 'drm' | 'videos' | 'sessionFacts' | 'systemConfig'
>;

/** What a decision needs of a request. */
export interface AskedAccess {
  readonly userToken: string;
  readonly device: DeviceKind;
  /** Of the caller; segments are served to its network. */
  readonly traits: ClientTraits;
}

export type AccessDecision = Awaited<ReturnType<typeof decideAccess>>;
export type AccessGranted = Extract<AccessDecision, { readonly reason: null }>;

/** Returns why playback of this video may not start; null when it may. */
export async function validateAccess(
  deps: DecisionDeps,
  caller: SessionCaller,
  videoId: string,
  request: AskedAccess,
): Promise<Refusal | null> {
  return (await decideAccess(deps, caller, videoId, request)).reason;
}

/** @throws AppError of its reason, for a refusal */
export function requireGranted(decision: AccessDecision): AccessGranted {
  if (decision.reason) throw refusalErrors[decision.reason]();
  return decision;
}

/** Decides whether this caller may play a video now. */
export async function decideAccess(
  deps: DecisionDeps,
  caller: SessionCaller,
  videoId: string,
  { userToken, device, traits }: AskedAccess,
) {
  const { userId, sessionId } = caller;
  const now = deps.clock.now();
  const token = await deps.drm.verifyUserToken(userToken, caller, videoId);
  const place = deps.sessionFacts.placeOf(traits);
  const asked = { userId, sessionId, videoId, userTokenId: token?.id ?? null, place };
  const found = await findStartFacts(deps.db, asked, now);
  const [standing, playable, videoAccessEndsAt] = await Promise.all([
    found && !found.hasStanding ? nothingCounted : findStanding(deps, userId, videoId),
    found ? deps.videos.describePlayableVideo(found.video, caller) : null,
    found ? found.accessEndsAt : deps.sessionFacts.videoAccessExpiresAt(sessionId, traits),
  ]);
  const { terminated: isTerminated } = standing;
  const video = found && playable ? { ...playable, forWhom: found.video } : null;
  const unused = found?.isUserTokenUsed ? null : token;
  const { contactNumber = '', resumeAtSeconds = 0, suspendedUntil = null } = found ?? {};
  const facts = {
    device,
    isTerminated,
    suspendedUntil,
    videoAccessEndsAt,
    video,
    userToken: unused,
  };
  return { ...decideStart(facts, now), standing, contactNumber, resumeAtSeconds };
}

async function findStanding(
  deps: DecisionDeps,
  userId: string,
  videoId: string,
): Promise<ViolationStanding> {
  const standings = await findViolationStandings(deps, deps.db, userId, [videoId]);
  return standings.get(videoId) ?? nothingCounted;
}
