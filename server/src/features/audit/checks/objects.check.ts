import { type AdminScope, endpoints } from '@prahari/contract';
import * as z from 'zod/mini';
import { openPlayback } from '../probe/play.adapter.ts';
import type { Principal } from '../probe/principals.adapter.ts';
import { describeCall, expectStatus, listAsvs, readData, unusedId } from './calls.rules.ts';
import {
  type AuditCheck,
  type CheckTools,
  judgeObservations,
  notTested,
  type Observation,
  observeAnswer,
} from './check.rules.ts';

const { account, auth, drm, groups, notes, users, videos } = endpoints;
const hidden = [403, 404];
const created = z.object({ id: z.string() });
const listed = z.object({ items: z.array(z.object({ id: z.string() })) });

/** Places that no centre has: there, accounts of an audit meet only each other. */
const east = 'Security audit east';
const west = 'Security audit west';

export const objectChecks: readonly AuditCheck[] = [
  {
    id: 'AUTHZ-02',
    title: 'A learner can’t reach what belongs to another learner',
    category: 'authorization',
    kind: 'probe',
    severity: 'critical',
    reach: 'any_user',
    description: 'A call takes the id of something that belongs to somebody else.',
    impact: 'Any learner reads, changes or ends what others have.',
    howTested:
      'Two throwaway learners: one asks for profile, sessions, notes, playback, manifest and reports of the other by their ids. Where no video is published, those of playback are left out.',
    recommendation: 'Look for each object together with its owner.',
    effort: 'small',
    steps: ['See that the query of the call names the caller.'],
    changes: [],
    cwe: ['CWE-639'],
    owasp: ['A01:2025'],
    asvs: listAsvs({ 1: ['8.2.2'] }),
    components: ['API'],
    usualSeconds: 4,
    run: runOwners,
  },
  {
    id: 'AUTHZ-06',
    title: 'A block takes effect at once',
    category: 'authorization',
    kind: 'probe',
    severity: 'high',
    reach: 'any_user',
    description: 'A blocked user goes on for as long as a token lives.',
    impact: 'Somebody who was shut out has minutes left to read and to download.',
    howTested:
      'A throwaway learner signs in, and opens a video where there is one. It is blocked; within a second its tokens, a new sign-in, segment and licence must be refused.',
    recommendation: 'End sessions with the block, and tell every process.',
    effort: 'medium',
    steps: ['See that the end of sessions is published when a user is blocked.'],
    changes: [],
    cwe: ['CWE-613'],
    owasp: ['A07:2025'],
    asvs: listAsvs({ 1: ['7.4.2'], 3: ['8.3.2'] }),
    components: ['Sessions'],
    usualSeconds: 3,
    run: runBlock,
  },
  {
    id: 'AUTHZ-12',
    title: 'An administrator’s scope bounds the users that are reached',
    category: 'authorization',
    kind: 'probe',
    severity: 'critical',
    reach: 'administrator',
    description: 'An administrator reads or changes learners outside of the scope.',
    impact: 'The administrator of one district manages the learners of all others.',
    howTested:
      'A throwaway administrator for one made-up district finds a throwaway learner there, and asks for another one elsewhere: detail, list, sessions, history, edit, block, sign-out, device and deletion.',
    recommendation: 'Apply the scope in every query and change of users.',
    effort: 'small',
    steps: ['See that the call asks for the user with the scope of the caller.'],
    changes: [
      { file: 'server/src/features/users/users.policy.ts', description: 'Who sees which users' },
    ],
    cwe: ['CWE-639', 'CWE-863'],
    owasp: ['A01:2025'],
    asvs: listAsvs({ 1: ['8.2.2', '8.2.1'] }),
    components: ['Users'],
    usualSeconds: 4,
    run: runUserScope,
  },
  {
    id: 'AUTHZ-13',
    title: 'An administrator’s scope bounds videos and groups',
    category: 'authorization',
    kind: 'probe',
    severity: 'high',
    reach: 'administrator',
    description: 'An administrator manages videos or groups outside of the scope.',
    impact: 'One district’s administrator hides lessons from all, or plays drafts of others.',
    howTested:
      'A throwaway administrator without bounds finds the first video and the first group; one for a made-up district asks for them: details, insights, members, an empty change of members. Nothing is changed.',
    recommendation:
      'Ask for the audience of videos and for the members of groups, as decision 0040 says.',
    effort: 'medium',
    steps: ['Compare the call with `video-visibility.policy.ts`, or with the groups’ use cases.'],
    changes: [],
    cwe: ['CWE-639', 'CWE-863'],
    owasp: ['A01:2025'],
    asvs: listAsvs({ 1: ['8.2.2', '8.2.1'] }),
    components: ['Videos', 'User groups'],
    usualSeconds: 3,
    run: runVideoScope,
  },
];

async function runOwners({ principals, ports }: CheckTools) {
  const owner = await principals.create('LEARNER');
  const other = await principals.get('otherLearner');
  const { userId } = owner.account;
  const ofOwner = { params: { id: owner.sessionId } };
  const observed = [
    expectStatus(await other.call(describeCall(users.get, { params: { id: userId } })), hidden),
    expectStatus(
      await other.call(describeCall(users.getPlain, { params: { id: userId } })),
      hidden,
    ),
    expectStatus(await other.call(describeCall(auth.endSession, ofOwner)), hidden, 'its session'),
    expectStatus(await owner.call(describeCall(auth.validate)), [200], 'the session lives on'),
    expectStatus(
      await other.call(
        describeCall(account.renamePasskey, { params: { id: userId }, body: { name: 'Audit' } }),
      ),
      hidden,
      'a passkey of nobody',
    ),
  ];
  const videoId = await ports.findPlayableVideo(userId);
  if (videoId === undefined) {
    return judgeObservations(observed, 'Without a published video, playback was left out.');
  }
  observed.push(...(await observePlaybackOf(owner, other, videoId)));
  return judgeObservations(observed);
}

async function observePlaybackOf(
  owner: Principal,
  other: Principal,
  videoId: string,
): Promise<Observation[]> {
  const { playbackSessionId: playbackSession, keyIds } = await openPlayback(owner, videoId);
  const params = { id: videoId };
  const noted = await owner.call(
    describeCall(notes.add, { params, body: { positionSeconds: 1, text: 'Security audit' } }),
  );
  const noteId = readData(noted, created)?.id ?? unusedId;
  const ofNote = { params: { id: videoId, noteId } };
  const theirs = await other.call(describeCall(notes.list, { params }));
  const event = { event: 'play', position: 1, duration: 60, timestamp: new Date().toISOString() };
  const isHidden = readData(theirs, listed)?.items.every(({ id }) => id !== noteId) === true;
  const query = { playbackSession };
  return [
    expectStatus(noted, [200], 'a note of its own'),
    observeAnswer(theirs, 'a list without that note', isHidden),
    expectStatus(
      await other.call(describeCall(notes.update, { ...ofNote, body: { text: 'Audit' } })),
      hidden,
      'its note',
      notes.update,
    ),
    expectStatus(
      await other.call(describeCall(notes.remove, ofNote)),
      hidden,
      'its note',
      notes.remove,
    ),
    expectStatus(
      await other.call(describeCall(videos.manifestDash, { params, query })),
      hidden,
      'its playback',
      videos.manifestDash,
    ),
    expectStatus(
      await other.call(
        describeCall(videos.analytics, { params, body: { ...event, playbackSession } }),
      ),
      hidden,
      'its playback',
      videos.analytics,
    ),
    expectStatus(
      await other.call(describeCall(drm.clearKeyLicense, { query, body: { kids: keyIds } })),
      hidden,
      'its playback',
      drm.clearKeyLicense,
    ),
    expectStatus(await owner.call(describeCall(notes.remove, ofNote)), [200], 'by its owner'),
  ];
}

async function runBlock({ probe, principals, ports }: CheckTools) {
  const learner = await principals.create('LEARNER');
  const { userId } = learner.account;
  const videoId = await ports.findPlayableVideo(userId);
  const playback = videoId === undefined ? undefined : await openPlayback(learner, videoId);
  const segment = playback?.segments[0];
  const fetchSegment = () =>
    segment && probe.send({ path: segment, headers: { cookie: playback?.cookie ?? '' } });
  const before = [await learner.call(describeCall(auth.validate)), await fetchSegment()];
  const administrator = await principals.get('administrator');
  const block = describeCall(users.block, { params: { id: userId }, body: { blocked: true } });
  const blocked = await administrator.call(block);
  const { refreshToken } = learner;
  const after = await fetchSegment();
  const licence = describeCall(drm.clearKeyLicense, {
    query: { playbackSession: playback?.playbackSessionId ?? unusedId },
    body: { kids: playback?.keyIds ?? ['AAAAAAAAAAAAAAAAAAAAAQ'] },
  });
  return judgeObservations(
    [
      ...before.flatMap((answer) => (answer ? expectStatus(answer, [200], 'before') : [])),
      expectStatus(blocked, [200], 'blocking'),
      expectStatus(await learner.call(describeCall(auth.validate)), [401], 'access token'),
      expectStatus(
        await learner.call(describeCall(auth.refresh, { body: { refreshToken } })),
        [401],
        'refresh token',
      ),
      expectStatus(await learner.call(licence), [401], 'licence'),
      ...(after ? [expectStatus(after, [403], 'segment')] : []),
      expectStatus(
        await principals.trySignIn(learner.account, { device: learner.device }),
        [401],
        'a new sign-in',
      ),
    ],
    videoId === undefined ? 'Without a published video, segments were left out.' : undefined,
  );
}

async function runUserScope({ principals }: CheckTools) {
  const adminScope: AdminScope = { level: 'district', values: [east] };
  const administrator = await principals.create('ADMIN', { adminScope });
  const inside = await principals.createAccount('LEARNER', { district: east });
  const outside = await principals.create('LEARNER', { district: west });
  const { userId } = outside.account;
  const params = { id: userId };
  const list = await administrator.call(
    describeCall(users.list, { query: { userType: 'LEARNER', limit: 100 } }),
  );
  const ids = readData(list, listed)?.items.map(({ id }) => id) ?? [];
  const observed = [
    expectStatus(
      await administrator.call(describeCall(users.get, { params: { id: inside.userId } })),
      [200],
      'a learner in scope',
      users.get,
    ),
    observeAnswer(
      list,
      'the learner in scope, and not the other one',
      ids.includes(inside.userId) && !ids.includes(userId),
      `${ids.length} learners`,
    ),
  ];
  const tried = [
    [users.get, {}],
    [users.getPlain, {}],
    [users.sessions, {}],
    [account.loginHistoryOf, {}],
    [users.update, { body: { name: 'Security audit', updatedAt: new Date().toISOString() } }],
    [users.block, { body: { blocked: true } }],
    [users.signOut, {}],
    [users.clearDevice, {}],
    [users.setDevice, { body: { deviceId: 'A'.repeat(43) } }],
    [users.resetLoginCount, {}],
    [users.remove, {}],
  ] as const;
  for (const [endpoint, input] of tried) {
    const answer = await administrator.call(describeCall(endpoint, { params, ...input }));
    observed.push(expectStatus(answer, hidden, 'a learner out of scope', endpoint));
  }
  observed.push(expectStatus(await outside.call(describeCall(auth.validate)), [200], 'untouched'));
  return judgeObservations(observed);
}

async function runVideoScope({ principals }: CheckTools) {
  const everywhere = await principals.get('administrator');
  const bound = await principals.create('ADMIN', {
    adminScope: { level: 'district', values: [east] },
  });
  const first = async (endpoint: typeof videos.listManaged | typeof groups.list) => {
    const answer = await everywhere.call(describeCall(endpoint, { query: { limit: 10 } }));
    return readData(answer, listed)?.items[0]?.id;
  };
  const [videoId, groupId] = [await first(videos.listManaged), await first(groups.list)];
  const observed = [];
  if (videoId !== undefined) {
    for (const endpoint of [videos.getManaged, videos.insights]) {
      const answer = await bound.call(describeCall(endpoint, { params: { id: videoId } }));
      observed.push(expectStatus(answer, hidden, 'a video out of scope', endpoint));
    }
    const list = await bound.call(describeCall(videos.listManaged, { query: { limit: 10 } }));
    const isLeftOut = readData(list, listed)?.items.every(({ id }) => id !== videoId) === true;
    observed.push(observeAnswer(list, 'a list without that video', isLeftOut));
  }
  if (groupId !== undefined) {
    const nothing = { body: { add: [], remove: [] } };
    const params = { id: groupId };
    for (const [endpoint, input] of [
      [groups.members, {}],
      [groups.activation, {}],
      [groups.changeMembers, nothing],
    ] as const) {
      const answer = await bound.call(describeCall(endpoint, { params, ...input }));
      observed.push(expectStatus(answer, hidden, 'a group out of scope', endpoint));
    }
  }
  if (observed.length === 0) return notTested('There is neither a video nor a group.');
  return judgeObservations(
    observed,
    groupId === undefined
      ? 'There is no group: only videos were tried.'
      : videoId === undefined
        ? 'There is no video: only groups were tried.'
        : undefined,
  );
}
