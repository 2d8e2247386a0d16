import { randomUUID } from 'node:crypto';
import { endpoints } from '@prahari/contract';
import {
  confirmPassword,
  generateUserToken,
  openPlayback,
  requestStream,
} from '../probe/play.adapter.ts';
import { describeCall, expectStatus, listAsvs, readReason, unusedId } from './calls.rules.ts';
import {
  type AuditCheck,
  type CheckTools,
  judgeObservations,
  notTested,
  observeAnswer,
  observeFact,
} from './check.rules.ts';

const { drm, videos, security } = endpoints;
const noVideo = 'There is no published video that every learner may watch.';
const refused = [400, 401, 403, 404];

export const lessonChecks: readonly AuditCheck[] = [
  {
    id: 'BIZ-01',
    title: 'The steps of a playback can’t be skipped',
    category: 'business_logic',
    kind: 'probe',
    severity: 'high',
    reach: 'any_user',
    description: 'A step of playback is answered although the one before it is missing.',
    impact: 'A learner watches without the password, the watermark or the limits of a playback.',
    howTested:
      'A throwaway learner asks for token, start, manifest and licence before the password is confirmed; then with a made-up token, a token of another learner, one that was used, and for a video that there is not.',
    recommendation: 'Let each step ask for the result of the one before it.',
    effort: 'medium',
    steps: ['See which condition of `decideStart` lets the request in.'],
    changes: [
      {
        file: 'server/src/features/playback/start/start.rules.ts',
        description: 'Why a playback may not start',
      },
    ],
    cwe: ['CWE-841'],
    owasp: ['A06:2025'],
    asvs: listAsvs({ 1: ['2.3.1'] }),
    components: ['POST /videos/{id}/stream', 'POST /drm/tokens/generate'],
    usualSeconds: 4,
    run: runSteps,
  },
  {
    id: 'BIZ-03',
    title: 'Violations are counted on the server, and end access',
    category: 'business_logic',
    kind: 'probe',
    severity: 'high',
    reach: 'any_user',
    description: 'A learner whose access to a video was ended can open it again.',
    impact: 'Recording the screen has no consequence: a reload, or another sign-in, is enough.',
    howTested:
      'The player of a throwaway learner reports as many recordings as end access. Then the video is opened again, in the same and in a new sign-in; both must be refused, as must a licence.',
    recommendation: 'Count reports on the server, and judge every start by them.',
    effort: 'medium',
    steps: ['See that reports of this kind count, and that a start asks for the standing.'],
    changes: [
      {
        file: 'server/src/features/playback/violations',
        description: 'What counts, and what it ends',
      },
    ],
    cwe: ['CWE-602'],
    owasp: ['A06:2025'],
    asvs: listAsvs({ 1: ['2.2.2', '8.3.1'] }),
    components: ['POST /security/incidents', 'POST /videos/{id}/stream'],
    usualSeconds: 4,
    run: runViolations,
  },
  {
    id: 'BIZ-07',
    title: 'A lesson can’t be fetched much faster than it plays',
    category: 'business_logic',
    kind: 'probe',
    severity: 'medium',
    reach: 'any_user',
    description: 'All segments of a video can be fetched at once.',
    impact: 'A script downloads whole lessons within seconds, and many of them in a night.',
    howTested:
      'A throwaway learner opens a video and fetches its segments one after the other, without playing; at the latest after 60 of them the server must slow down or refuse.',
    recommendation: 'Leave the pacing of downloads switched on.',
    effort: 'small',
    steps: [
      'Switch on “Slow down fetching that is faster than playback” in the system configuration.',
    ],
    changes: [{ file: 'System configuration', description: 'playback.paceDownloads' }],
    cwe: ['CWE-799'],
    owasp: ['A06:2025'],
    asvs: listAsvs({ 2: ['2.4.1'] }),
    components: ['Signed media'],
    usualSeconds: 9,
    run: runFetching,
  },
];

async function runSteps({ principals, ports }: CheckTools) {
  const learner = await principals.create('LEARNER');
  const videoId = await ports.findPlayableVideo(learner.account.userId);
  if (videoId === undefined) return notTested(noVideo);
  const params = { id: videoId };
  const generate = (id: string) => describeCall(drm.generateToken, { body: { videoId: id } });
  const manifest = describeCall(videos.manifestDash, {
    params,
    query: { playbackSession: unusedId },
  });
  const licence = describeCall(drm.clearKeyLicense, {
    query: { playbackSession: unusedId },
    body: { kids: ['AAAAAAAAAAAAAAAAAAAAAQ'] },
  });
  const observed = [
    expectStatus(await learner.call(generate(videoId)), refused, 'a token before the password'),
    expectStatus(
      await requestStream(learner, videoId, 'a.b.c'),
      refused,
      'a start without a token',
    ),
    expectStatus(await learner.call(manifest), refused, 'a manifest without a start'),
    expectStatus(await learner.call(licence), refused, 'a licence without a start'),
  ];
  const other = await principals.get('otherLearner');
  await confirmPassword(other);
  await confirmPassword(learner);
  const theirs = await generateUserToken(other, videoId);
  const own = await generateUserToken(learner, videoId);
  observed.push(
    expectStatus(await learner.call(generate(unusedId)), refused, 'a video that there is not'),
    expectStatus(await requestStream(learner, unusedId, own), refused, 'a token of another video'),
    expectStatus(await requestStream(learner, videoId, theirs), refused, 'a token of another one'),
    expectStatus(await requestStream(learner, videoId, own), [200], 'all steps in order'),
    expectStatus(await requestStream(learner, videoId, own), refused, 'a token that was used'),
  );
  return judgeObservations(observed);
}

async function runViolations({ principals, ports, now }: CheckTools) {
  const learner = await principals.create('LEARNER');
  const videoId = await ports.findPlayableVideo(learner.account.userId);
  if (videoId === undefined) return notTested(noVideo);
  const { playbackSessionId, keyIds, violationsToTerminate } = await openPlayback(learner, videoId);
  const spare = await generateUserToken(learner, videoId);
  const incidents = Array.from({ length: violationsToTerminate }, (_, i) => ({
    id: randomUUID(),
    type: 'screen_capture_api',
    confidence: 'high',
    playbackSessionId,
    videoId,
    // Apart from each other, as separate acts.
    occurredAt: new Date(now().getTime() + i * 40_000).toISOString(),
    message: 'Security audit: a recording that did not happen',
    warningCount: i,
    url: '/watch',
    metadata: { probe: 'security audit' },
  }));
  const observed = [];
  for (let i = 0; i < incidents.length; i += 10) {
    const body = { incidents: incidents.slice(i, i + 10) };
    const reported = await learner.call(describeCall(security.reportIncidents, { body }));
    observed.push(expectStatus(reported, [200], 'reports of recordings'));
  }
  const licence = describeCall(drm.clearKeyLicense, {
    query: { playbackSession: playbackSessionId },
    body: { kids: keyIds },
  });
  const start = await requestStream(learner, videoId, spare);
  observed.push(
    observeAnswer(
      start,
      '403 access_terminated: a new start',
      readReason(start) === 'access_terminated',
      `${start.status} ${readReason(start) ?? ''}`,
    ),
    expectStatus(await learner.call(licence), [403, 404], 'a licence'),
  );
  const again = await principals.signIn(learner.account, learner.device);
  await confirmPassword(again);
  const restart = await requestStream(again, videoId, await generateUserToken(again, videoId));
  observed.push(expectStatus(restart, [403], 'a start after signing in again'));
  return judgeObservations(observed);
}

const mostFetched = 60;
/** A segment that takes this long, and so many times as long as the ones before, was held back. */
const heldBackMs = 400;
const heldBackTimes = 5;
/** What any player may fetch at once; and that with some room, from where on it must be slower. */
const bufferSeconds = 30;
const freeSeconds = 90;
const playlistDurations = /#EXTINF:([\d.]+)/g;

async function runFetching({ probe, principals, ports, now }: CheckTools) {
  const learner = await principals.create('LEARNER');
  const videoId = await ports.findPlayableVideo(learner.account.userId);
  if (videoId === undefined) return notTested(noVideo);
  const { segments, playlist, cookie } = await openPlayback(learner, videoId);
  const headers = { cookie };
  const { text } = await probe.send({ path: playlist, headers });
  const lengths = [...text.matchAll(playlistDurations)].map(([, seconds]) => Number(seconds));
  const reached = lengths.slice(0, mostFetched).reduce((sum, seconds) => sum + seconds, 0);
  if (reached < freeSeconds)
    return notTested('The video is too short to be fetched ahead of time.');
  let fetchedSeconds = 0;
  const tookMs: number[] = [];
  for (const [i, path] of segments.slice(0, mostFetched).entries()) {
    const answer = await probe.send({ path, headers });
    const usualMs = tookMs.toSorted((a, b) => a - b)[Math.floor(tookMs.length / 2)] ?? 0;
    const isLate = answer.durationMs >= Math.max(heldBackMs, usualMs * heldBackTimes);
    if (answer.status === 429 || (isLate && fetchedSeconds >= bufferSeconds)) {
      const what = answer.status === 429 ? 'refused' : 'held back';
      const observed = `${what} after ${Math.round(fetchedSeconds)} s of the video`;
      return judgeObservations([observeAnswer(answer, 'a slower pace', true, observed)]);
    }
    if (answer.status !== 200) return judgeObservations([expectStatus(answer, [200, 429])]);
    fetchedSeconds += lengths[i] ?? 0;
    tookMs.push(answer.durationMs);
  }
  return judgeObservations([
    observeFact({
      at: now(),
      looked: `${Math.min(mostFetched, segments.length)} segments in a row`,
      expected: 'a slower pace after a buffer',
      observed: `${Math.round(fetchedSeconds)} s of the video at once`,
      isAsExpected: false,
      component: 'Signed media',
    }),
  ]);
}
