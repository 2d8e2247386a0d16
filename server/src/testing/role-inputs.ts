import { randomUUID } from 'node:crypto';
import { type createSubjectPlayback, noId, type Subject } from './role-subjects.ts';
import { testPassword } from './start-test-server.ts';

export type Playback = Awaited<ReturnType<typeof createSubjectPlayback>>;
/** The input of a call in the role matrix. */
export interface Input {
  readonly params?: object;
  readonly query?: object;
  readonly body?: object | string;
}

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
export const hasIds = (given: Input): boolean => JSON.stringify(given).search(uuid) >= 0;
export const withIdsInCapitals = (given: Input): Input =>
  JSON.parse(JSON.stringify(given).replace(uuid, (id) => id.toUpperCase()));

export const byId = ({ userId }: Subject): Input => ({ params: { id: userId } });
export const aLearner = ({ userId }: Subject): Input => ({ query: { learnerId: userId } });
export const edited = (subject: Subject): Input => ({
  ...byId(subject),
  body: { name: 'Edited', updatedAt: subject.updatedAt },
});
export const passwordAndCode = (): Input => ({
  body: { password: testPassword, code: 'AAAA-BBBB-CCCC' },
});
export const jobNobodyHas = (): Input => ({ params: { id: noId } });
export const asToken = (_: Subject, { videoId, userToken }: Playback): Input => ({
  params: { id: videoId },
  body: { userToken },
});
export const aBulkAct = ({ userId }: Subject): Input => ({
  body: { act: 'sign-out', users: { ids: [userId] } },
});
export const aGroup = ({ groupId }: Subject): Input => ({ params: { id: groupId } });
export const aJob = (_: Subject, { jobId }: Playback): Input => ({ params: { id: jobId } });
export const captionsOf = (_: Subject, { videoId }: Playback): Input => ({
  params: { id: videoId, language: 'hi' },
});
export const captionsNobodyHas = (): Input => ({ params: { id: noId, language: 'hi' } });
export const aVideo = (_: Subject, play: Playback): Input => ({ params: { id: play.videoId } });
export const aCheck = (subject: Subject, { videoId }: Playback): Input => ({
  ...byId(subject),
  body: { videoId },
});
export const ofPlayback = (_: Subject, { videoId, playbackSession }: Playback): Input => ({
  params: { id: videoId },
  query: { playbackSession },
});
const aMoment = { timestamp: '2026-01-01T00:00:00Z' };
export const anEvent = () => ({
  ...aMoment,
  id: randomUUID(),
  event: 'play' as const,
  position: 1,
  duration: 60,
});
export const aReport = (_: Subject, { videoId, playbackSession }: Playback): Input => ({
  params: { id: videoId },
  body: { ...aMoment, event: 'play', position: 1, duration: 60, playbackSession },
});
export const aDevice = (subject: Subject): Input => ({
  ...byId(subject),
  body: { deviceId: 'A'.repeat(43) },
});
export const aLift = (): Input => ({ ...jobNobodyHas(), body: { reason: 'A mistake' } });
export const aLoadReport = {
  profile: 'classroom',
  startedAt: '2026-11-20T10:00:00.000Z',
  seconds: 60,
  learners: 30,
  requests: 900,
  failed: 1,
  perSecond: 15,
  steps: [{ step: 'sign-in', requests: 30, failed: 1, p50Ms: 40, p95Ms: 90, p99Ms: 120 }],
} as const;
/** A weak one, of an unknown playback, which every caller may report. */
export const anIncident = (): Input => ({
  body: {
    incidents: [
      {
        id: randomUUID(),
        type: 'window_blurred',
        confidence: 'low',
        playbackSessionId: null,
        videoId: null,
        occurredAt: aMoment.timestamp,
        message: 'The window lost focus',
        warningCount: 0,
        url: '/watch',
        metadata: {},
      },
    ],
  },
});
export const aProtection = (_: Subject, { videoId, playbackSession }: Playback): Input => ({
  params: { id: videoId },
  body: {
    playbackSession,
    keySystem: 'org.w3.clearkey',
    videoRobustness: '',
    audioRobustness: '',
    hdcp: 'unknown',
    watermarkCoverage: 1,
    cannotPrevent: ['camera_at_screen'],
  },
});

let lastNumber = 9_700_000_000;
/** Returns a contact number that is not in use. */
export function createContactNumber(): string {
  lastNumber += 1;
  return `${lastNumber}`;
}

export const anyPlayback = (_: Subject, { playbackSession }: Playback): Input => ({
  query: { playbackSession },
});
export const aNote = (_: Subject, { videoId }: Playback): Input => ({
  params: { id: videoId },
  body: { positionSeconds: 1, text: 'A note' },
});
export const noteNobodyHas = (): Input => ({
  params: { id: noId, noteId: noId },
  body: { text: 'New' },
});
export const aCredential = (): Input => ({
  body: {
    name: 'Key',
    credential: { id: 'AAAA', clientDataJSON: 'AAAA', attestationObject: 'AAAA', transports: [] },
  },
});
export const anAssertion = (): Input => ({
  body: {
    secondFactorToken: 'x',
    assertion: { id: 'AAAA', clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
  },
});
