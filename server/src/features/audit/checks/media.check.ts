import { endpoints } from '@prahari/contract';
import { openPlayback } from '../probe/play.adapter.ts';
import type { Principal } from '../probe/principals.adapter.ts';
import type { ProbeRequest } from '../probe/probe.adapter.ts';
import { describeCall, expectStatus, listAsvs, unusedId } from './calls.rules.ts';
import { type AuditCheck, type CheckTools, judgeObservations, notTested } from './check.rules.ts';

const { auth, drm, videos } = endpoints;
const noVideo = 'There is no published video that every learner may watch.';
const refused = [401, 403, 404];

export const mediaChecks: readonly AuditCheck[] = [
  {
    id: 'AUTHZ-05',
    title: 'Segments and playlists need the session that they were signed for',
    category: 'authorization',
    kind: 'probe',
    severity: 'critical',
    reach: 'unauthenticated',
    description: 'Media is sent to somebody who has no playback session for it.',
    impact: 'Anyone who has an address of a segment downloads the lesson, or passes it on.',
    howTested:
      'A throwaway learner opens a video. Its first segment is fetched with its own cookie, and then without one, with that of another learner, with a changed signature, from another site, as a part, and by paths that lead out of the video.',
    recommendation: 'Ask for the signed address, its playback session and the media cookie.',
    effort: 'medium',
    steps: [
      'See which part of the check of access lets the request in.',
      'Behind nginx, compare its configuration with deploy/nginx.',
    ],
    changes: [
      {
        file: 'server/src/features/delivery/delivery.policy.ts',
        description: 'Why media is refused',
      },
    ],
    cwe: ['CWE-862', 'CWE-552'],
    owasp: ['A01:2025'],
    asvs: listAsvs({ 1: ['8.2.2', '8.3.1'], 3: ['3.5.8'] }),
    components: ['Signed media'],
    usualSeconds: 4,
    run: runSegments,
  },
  {
    id: 'AUTHZ-14',
    title: 'Licences need an entitlement',
    category: 'authorization',
    kind: 'probe',
    severity: 'critical',
    reach: 'any_user',
    description: 'Keys of a video are given to somebody who does not play it.',
    impact: 'The protection of the video is lost: with its keys it can be decrypted and passed on.',
    howTested:
      'A throwaway learner opens a video. Keys are then asked for without credentials, by another learner, for a playback that there is not, for another key, as if for another video, and after the end of the session.',
    recommendation: 'Give keys for a live playback session of the same sign-in and device alone.',
    effort: 'medium',
    steps: ['See which condition of `authorizeLicence` lets the request in.'],
    changes: [
      {
        file: 'server/src/features/drm/licences/licence-authorization.usecases.ts',
        description: 'Who gets a licence',
      },
    ],
    cwe: ['CWE-862', 'CWE-639'],
    owasp: ['A01:2025'],
    asvs: listAsvs({ 1: ['8.2.2', '8.3.1'] }),
    components: ['POST /drm/clearkey/license'],
    usualSeconds: 4,
    run: runLicences,
  },
  {
    id: 'AUTHZ-15',
    title: 'Media stops with the session that opened it',
    category: 'authorization',
    kind: 'probe',
    severity: 'high',
    reach: 'any_user',
    description: 'Signed addresses work after the session, or the playback, has ended.',
    impact: 'A lesson can be fetched after its learner signed out or was blocked.',
    howTested:
      'A throwaway learner opens a video, fetches a segment, and signs out; segment and playlist are fetched again at once, with the same cookie.',
    recommendation: 'Revoke signed addresses with their session, in every process.',
    effort: 'medium',
    steps: ['See that the end of sessions reaches the process that sends media.'],
    changes: [],
    cwe: ['CWE-613', 'CWE-862'],
    owasp: ['A07:2025'],
    asvs: listAsvs({ 1: ['7.4.1', '8.3.1'] }),
    components: ['Signed media'],
    usualSeconds: 3,
    async run({ probe, principals, ports }) {
      const learner = await principals.create('LEARNER');
      const videoId = await ports.findPlayableVideo(learner.account.userId);
      if (videoId === undefined) return notTested(noVideo);
      const { segments, playlist, cookie } = await openPlayback(learner, videoId);
      const [segment = ''] = segments;
      const fetchIt = (path: string) => probe.send({ path, headers: { cookie } });
      return judgeObservations([
        expectStatus(await fetchIt(segment), [200], 'a segment while it plays'),
        expectStatus(await learner.call(describeCall(auth.logout)), [200], 'signing out'),
        expectStatus(await fetchIt(segment), [403], 'the segment after that'),
        expectStatus(await fetchIt(segments[1] ?? segment), [403], 'another segment after that'),
        expectStatus(await fetchIt(playlist), [403], 'the playlist after that'),
      ]);
    },
  },
];

async function runSegments({ probe, principals, ports }: CheckTools) {
  const learner = await principals.get('learner');
  const videoId = await ports.findPlayableVideo(learner.account.userId);
  if (videoId === undefined) return notTested(noVideo);
  const other = await principals.get('otherLearner');
  const { segments, playlist, cookie } = await openPlayback(learner, videoId);
  const theirs = await openPlayback(other, videoId);
  const [segment] = segments;
  if (segment === undefined) return notTested('The playlist of the video names no segment.');
  const [, media = '', signed = '', ...rest] = segment.split('/');
  const inside = rest.join('/');
  const forged = `${signed.slice(0, -2)}${signed.endsWith('AA') ? 'BB' : 'AA'}`;
  const own = { cookie };
  const control = await probe.send({ path: segment, headers: own });
  const bad: readonly (readonly [string, ProbeRequest])[] = [
    ['no cookie', { path: segment }],
    ['no cookie, a part', { path: segment, headers: { range: 'bytes=0-9' } }],
    ['no cookie, by HEAD', { path: segment, method: 'HEAD' }],
    ['no cookie, the playlist', { path: playlist }],
    ['the cookie of another learner', { path: segment, headers: { cookie: theirs.cookie } }],
    ['a made-up cookie', { path: segment, headers: { cookie: forgeCookie(cookie) } }],
    ['another site', { path: segment, headers: { ...own, 'sec-fetch-site': 'cross-site' } }],
    ['a changed signature', { path: `/${media}/${forged}/${inside}`, headers: own }],
    ['no signature', { path: `/${media}/${videoId}/${inside}`, headers: own }],
    ['a path out of it', { path: `/${media}/${signed}/../../${inside}`, headers: own }],
    [
      'an encoded path out of it',
      { path: `/${media}/${signed}/%2e%2e/%2e%2e/etc/passwd`, headers: own },
    ],
    ['encoded slashes', { path: `/${media}/${signed}/..%2f..%2fmaster.key`, headers: own }],
  ];
  const observed = [expectStatus(control, [200, 206], 'its own learner')];
  for (const [what, request] of bad) {
    observed.push(expectStatus(await probe.send(request), [400, ...refused], what));
  }
  return judgeObservations(observed);
}

const forgeCookie = (cookie: string) =>
  cookie.replace(/.{4}$/, (end) => (end === 'AAAA' ? 'BBBB' : 'AAAA'));

async function runLicences({ probe, principals, ports }: CheckTools) {
  const learner = await principals.create('LEARNER');
  const videoId = await ports.findPlayableVideo(learner.account.userId);
  if (videoId === undefined) return notTested(noVideo);
  const other = await principals.get('otherLearner');
  const { playbackSessionId, keyIds } = await openPlayback(learner, videoId);
  const ask = (playbackSession: string, kids: readonly string[] = keyIds) =>
    describeCall(drm.clearKeyLicense, { query: { playbackSession }, body: { kids } });
  const body = { 'content-type': 'application/json' };
  const own = ask(playbackSessionId);
  const otherVideo = { 'x-video-id': unusedId };
  const observed = [
    expectStatus(await probe.send({ ...own, headers: body }), [401], 'no credentials'),
    expectStatus(await other.call(own), refused, 'another learner'),
    expectStatus(await learner.call(ask(unusedId)), refused, 'a playback that there is not'),
    expectStatus(
      await learner.call(ask(playbackSessionId, ['AAAAAAAAAAAAAAAAAAAAAQ'])),
      refused,
      'a key of another video',
    ),
    expectStatus(await learner.call({ ...own, headers: otherVideo }), refused, 'another video'),
    ...(await askWithoutConfirmation(await principals.create('LEARNER'), videoId)),
  ];
  const again = await principals.signIn(learner.account, learner.device);
  observed.push(
    expectStatus(await again.call(own), refused, 'another sign-in of the same learner'),
    expectStatus(await learner.call(describeCall(auth.logout)), [200], 'signing out'),
    expectStatus(await learner.call(own), [401], 'after signing out'),
  );
  return judgeObservations(observed);
}

async function askWithoutConfirmation(learner: Principal, videoId: string) {
  const params = { id: videoId };
  return [
    expectStatus(
      await learner.call(describeCall(drm.generateToken, { body: { videoId } })),
      refused,
      'a token without the password confirmed',
    ),
    expectStatus(
      await learner.call(describeCall(videos.manifestDash, { params })),
      refused,
      'a manifest without the password confirmed',
    ),
  ];
}
