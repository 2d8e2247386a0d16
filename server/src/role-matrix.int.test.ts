import { type Endpoint, endpoints } from '@prahari/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readStatus } from './testing/read-status.ts';
import {
  aBulkAct,
  aCheck,
  aCredential,
  aDevice,
  aGroup,
  aJob,
  aLearner,
  aLift,
  aNote,
  anAssertion,
  anIncident,
  aProtection,
  aReport,
  asToken,
  aVideo,
  byId,
  captionsNobodyHas,
  captionsOf,
  createContactNumber,
  edited,
  hasIds,
  type Input,
  jobNobodyHas,
  noteNobodyHas,
  ofPlayback,
  type Playback,
  passwordAndCode,
  withIdsInCapitals,
} from './testing/role-inputs.ts';
import { type Row, row } from './testing/role-row.ts';
import { alertRows, securityAuditRows } from './testing/role-rows-alerts.ts';
import { drmAdminRows, drmRows, offlineRows } from './testing/role-rows-drm.ts';
import {
  analyticsRows,
  performanceRows,
  playbackReportRows,
  runnerRows,
  systemRows,
} from './testing/role-rows-system.ts';
import {
  callers,
  createCallers,
  createSubject,
  createSubjectPlayback,
  noId,
  place,
  type Subject,
} from './testing/role-subjects.ts';
import {
  administrators,
  byAudience,
  byRight,
  byScope,
  everybody,
  letIn,
  noneLeft,
  noneOwn,
  notNowByScope,
  nowhere,
  ownOnly,
  ownPlayback,
  signedIn,
  superOnly,
  type Verdict,
  withoutFactor,
} from './testing/role-verdicts.ts';
import { startTestServer, type TestServer, testPassword } from './testing/start-test-server.ts';

type Areas = typeof endpoints;
/** A call that the contract gains has no row, and the compiler says so before the test does. */
type Matrix = { readonly [A in keyof Areas]: { readonly [Name in keyof Areas[A]]: Row } };

const matrix: Matrix = {
  // Each part by its own right: `home.int.test.ts`.
  adminHome: { get: row(administrators), week: row(administrators) },
  auth: {
    verify: row(everybody(401), ({ contactNumber }) => ({
      body: { contactNumber, code: 'AAAA-BBBB-CCCC-DDDD' },
    })),
    setPassword: row(everybody(401), () => ({
      body: { setPasswordToken: 'x', password: testPassword },
    })),
    // This server sends no codes.
    forgotPassword: row(everybody(403), ({ contactNumber }) => ({ body: { contactNumber } })),
    // The account is bound to the learner's device.
    login: row([403, 200, 403, 403, 403, 403, 403], ({ contactNumber }) => ({
      body: { contactNumber, password: testPassword },
    })),
    refresh: row([401, 200, 401, 401, 401, 401, 401], ({ client }) => ({
      body: { refreshToken: client.refreshToken },
    })),
    // No other row could show the effect on the others' sessions.
    logout: row([401, 200]),
    logoutAll: row([401, 200]),
    sessions: row(signedIn),
    endSession: row(ownOnly, ({ sessionId }) => ({ params: { id: sessionId } })),
    validate: row(signedIn),
    validatePassword: row(signedIn, () => ({ body: { password: testPassword } })),
  },
  account: {
    secondFactor: row(everybody(401), () => ({
      body: { secondFactorToken: 'x', code: '123456' },
    })),
    passkeyChallenge: row(everybody(401), () => ({ body: { secondFactorToken: 'x' } })),
    passkeySignIn: row(everybody(401), anAssertion),
    startPasskey: row(signedIn, () => ({ body: { password: testPassword } })),
    // A signed-in user was asked to make none.
    addPasskey: row([401, 403, 403, 403, 403, 403, 403], aCredential),
    renamePasskey: row(noneOwn, () => ({ params: { id: noId }, body: { name: 'Key' } })),
    removePasskey: row(noneOwn, () => ({
      params: { id: noId },
      body: { password: testPassword },
    })),
    credentials: row(signedIn),
    changePassword: row(signedIn, () => ({
      body: { currentPassword: testPassword, newPassword: testPassword },
    })),
    startSecondFactor: row(administrators, () => ({ body: { password: testPassword } })),
    // Learners for what they are; administrators for the code.
    confirmSecondFactor: row([401, 403, 403, 403, 403, 403, 403], () => ({
      body: { code: 'AAAA-BBBB-CCCC' },
    })),
    disableSecondFactor: row(withoutFactor, passwordAndCode),
    renewRecoveryCodes: row(noneLeft, passwordAndCode),
    loginHistory: row(signedIn),
    loginHistoryOf: row(byScope, byId),
    // There is nothing to clear.
    clearSecondFactor: row([401, 403, 403, 403, 403, 403, 400], byId, 'ADMIN'),
  },
  users: {
    list: row(byRight),
    listPlain: row(byRight),
    places: row(administrators),
    exportAll: row(letIn),
    create: row([401, 403, 403, 200, 403, 403, 200], () => ({
      body: { name: 'New', contactNumber: createContactNumber(), ...place },
    })),
    get: row(byScope, byId),
    getPlain: row(byScope, byId),
    update: row(byScope, edited),
    updatePlain: row(byScope, edited),
    remove: row(byScope, byId),
    removePlain: row(byScope, byId),
    block: row(byScope, (subject) => ({ ...byId(subject), body: { blocked: true } })),
    signOut: row(byScope, byId),
    sessions: row(byScope, byId),
    endSession: row(byScope, ({ userId, sessionId }) => ({ params: { id: userId, sessionId } })),
    setPermissions: row(
      superOnly,
      (subject) => ({ ...byId(subject), body: { permissions: ['users.read'] } }),
      'ADMIN',
    ),
    resetPassword: row(byScope, byId),
    resetPasswordPlain: row(byScope, byId),
    resetLoginCount: row(byScope, byId),
    setDevice: row(byScope, aDevice),
    clearDevice: row(byScope, byId),
    // Each user is judged apart; who may not change one is told so in the answer.
    bulk: row(byRight, aBulkAct),
    bulkRemove: row(byRight, aBulkAct),
    deleted: row(byRight),
    restore: row(byRight, () => ({ body: { ids: [noId] } })),
    profile: row(signedIn),
    updateProfile: row(signedIn, () => ({ body: { name: 'Myself' } })),
    auditLog: row(superOnly),
    auditSubjects: row(superOnly, jobNobodyHas),
  },
  imports: {
    bulkUpload: row(letIn),
    kendraData: row(letIn),
    run: row(letIn, () => ({
      params: { id: noId },
      body: { validateOnly: true, skipDuplicates: false },
    })),
    cancel: row(letIn, jobNobodyHas),
    errors: row(letIn, jobNobodyHas),
    failedRows: row(letIn, jobNobodyHas),
    codes: row(letIn, jobNobodyHas),
    removeCodes: row(letIn, jobNobodyHas),
    sampleFile: row(letIn),
  },
  groups: {
    list: row(administrators),
    create: row(byRight, () => ({ body: { name: `Group ${createContactNumber()}` } })),
    rename: row(byScope, (subject) => ({
      ...aGroup(subject),
      body: { name: createContactNumber() },
    })),
    remove: row(byScope, aGroup),
    members: row(byScope, aGroup),
    changeMembers: row(byScope, (subject) => ({ ...aGroup(subject), body: {} })),
    activation: row(byScope, aGroup),
    issueCodes: row(byScope, (subject) => ({ ...aGroup(subject), body: { replace: false } })),
  },
  videos: {
    list: row(signedIn),
    get: row(byAudience, aVideo),
    next: row(byAudience, aVideo),
    update: row(byScope, (subject, play) => ({
      ...aVideo(subject, play),
      body: { title: 'Edited' },
    })),
    categories: row(signedIn),
    languages: row(signedIn),
    tags: row(signedIn),
    listManaged: row(byRight),
    getManaged: row(byScope, aVideo),
    insights: row(byScope, aVideo),
    countAudience: row(byRight, () => ({
      body: { everyone: true, kendraTypes: [], countries: [], districts: [], groupIds: [] },
    })),
    countByGroup: row(byRight),
    create: row(byRight, () => ({ body: { title: 'Announced' } })),
    remove: row(byScope, aVideo),
    // There, but not deleted.
    restore: row([401, 403, 403, 404, 404, 403, 404], aVideo),
    captions: row(byAudience, captionsOf),
    putCaptions: row(letIn, captionsNobodyHas),
    removeCaptions: row(byScope, captionsOf),
    uploadPoster: row(letIn, jobNobodyHas),
    choosePoster: row(byScope, (subject, play) => ({
      ...aVideo(subject, play),
      body: { atSeconds: 1 },
    })),
    removePoster: row(byScope, aVideo),
    // It was never whole.
    renewKeys: row(notNowByScope, aVideo),
    accessValidation: row(signedIn, asToken),
    stream: row([401, 200, 404, 403, 404, 403, 403], asToken),
    // What may not be played is no refusal before anybody asked for it.
    openAhead: row(signedIn, (_, { videoId }) => ({ body: { videoId } })),
    manifestDash: row(ownPlayback, ofPlayback),
    manifestHls: row(ownPlayback, ofPlayback),
    secureManifest: row(ownPlayback, ofPlayback),
    // Nobody's access has ended.
    requestReview: row(noneOwn, (subject, play) => ({ ...aVideo(subject, play), body: {} })),
    prefetch: row(byAudience, (subject, play) => ({
      ...aVideo(subject, play),
      query: { segments: 'a/1.m4s' },
    })),
    analytics: row(ownPlayback, aReport),
    protection: row(ownPlayback, aProtection),
  },
  notes: {
    list: row(byAudience, aVideo),
    add: row(byAudience, aNote),
    update: row([401, 404, 404, 404, 404, 404, 404], noteNobodyHas),
    remove: row([401, 404, 404, 404, 404, 404, 404], noteNobodyHas),
  },
  uploads: {
    upload: row(letIn),
    unfinished: row(byRight),
    resumableOptions: row(letIn),
    // Without the version of tus, the first check refuses every caller.
    beginResumable: row(letIn),
    resumableOffset: row(letIn, jobNobodyHas),
    continueResumable: row(letIn, jobNobodyHas),
    cancelResumable: row(letIn, jobNobodyHas),
    job: row(byScope, aJob),
    // It ended long ago.
    cancel: row(notNowByScope, aJob),
    retry: row(notNowByScope, aJob),
    retryStep: row(notNowByScope, (_, { jobId }) => ({
      params: { id: jobId, step: 'poster' },
    })),
    jobs: row(byRight),
  },
  storage: { use: row(byRight), videos: row(byRight) },
  learners: {
    videos: row(byScope, byId),
    groups: row(byScope, byId),
    changeGroups: row(byScope, (subject) => ({ ...byId(subject), body: {} })),
    checkPlayback: row(byScope, aCheck),
  },
  listExports: {
    videos: row(byRight),
    storedVideos: row(byRight),
    groups: row(administrators),
    auditLog: row(superOnly),
    clientErrors: row(byRight),
    incidents: row(byRight),
    terminations: row(byRight),
    playbacks: row(byRight),
    alerts: row(byRight),
    findings: row(superOnly),
    reportedVideos: row(byRight),
    learnerDays: row(byScope, aLearner),
  },
  alerts: alertRows,
  securityAudit: securityAuditRows,
  // They need the browser's signature, and no caller here has one.
  boundSessions: { register: row(everybody(401)), refresh: row(everybody(401)) },
  playbackCheck: { facts: row(everybody(200)), sample: row(everybody(200)) },
  drm: drmRows,
  drmAdmin: drmAdminRows,
  offline: offlineRows,
  security: {
    reportIncidents: row(signedIn, anIncident),
    incidents: row(byRight),
    incidentGroups: row(byRight),
    reportPolicyViolation: row(everybody(204), () => ({ body: new Uint8Array() })),
    terminations: row(byRight),
    playbacks: row(byRight),
    lookUpWatermark: row(byRight, () => ({ body: { code: 'AAAA-BBBB' } })),
    liftTermination: row(nowhere, aLift),
  },
  logs: {
    reportClientErrors: row([401, ...callers.slice(1).map(() => 'let in' as const)], () => ({
      body: { logs: [], metadata: { clientVersion: '0' } },
    })),
    clientErrors: row(byRight),
    clientErrorGroups: row(byRight),
    setClientErrorResolved: row(nowhere, () => ({
      ...jobNobodyHas(),
      body: { resolved: true },
    })),
    drmPersistence: row([401, ...callers.slice(1).map(() => 'let in' as const)], () => ({
      body: { events: [], sessionId: '', timestamp: '2026-01-01T00:00:00Z' },
    })),
  },
  analytics: analyticsRows,
  playbackReports: playbackReportRows,
  performance: performanceRows,
  runners: runnerRows,
  system: systemRows,
};

const flat = <T>(areas: Readonly<Record<string, Readonly<Record<string, T>>>>) =>
  Object.entries(areas).flatMap(([area, calls]) =>
    Object.entries(calls).map(([name, value]) => [`${area}.${name}`, value] as const),
  );
const rows: ReadonlyMap<string, Row> = new Map(flat<Row>(matrix));
const calls = flat<Endpoint>(endpoints);

let server: TestServer;
let clients: Awaited<ReturnType<typeof createCallers>>;
/** For calls that leave the subject as it is, or are refused. */
let shared: { subject: Subject; playback: Playback };

beforeAll(async () => {
  server = await startTestServer();
  clients = await createCallers(server);
  const subject = await createSubject(server, { hasGroup: true, plays: true });
  shared = { subject, playback: await createSubjectPlayback(server, subject) };
});
afterAll(() => server.stop());

it('has a row for every call of the contract, and no other', () => {
  expect([...rows.keys()].toSorted()).toEqual(calls.map(([name]) => name).toSorted());
});

describe.each(calls)('%s', (name, endpoint) => {
  const { verdicts = [], input } = rows.get(name) ?? {};
  const judged = verdicts.flatMap((verdict, at) => {
    const caller = callers[at];
    return caller ? [[caller, verdict] as const] : [];
  });

  it.each(judged)('answers %s with %s, ignoring the case of ids', async (caller, verdict) => {
    const answered = async (change: (given: Input) => Input) => {
      const isTouched = caller === 'the learner' || (input?.length ?? 0) > 0;
      const { subject, playback } = isTouched ? await aboutWhom(name, endpoint, verdict) : shared;
      const client = caller === 'the learner' ? subject.client : clients.get(caller);
      if (!client) throw new Error(`nobody plays ${caller}`);
      const given = change(input?.(subject, playback) ?? {});
      const status = await readStatus(server.origin, client, endpoint, given);
      if (verdict === 'let in') expect([401, 403]).not.toContain(status);
      else expect(status).toBe(verdict);
      return given;
    };
    const given = await answered((asItIs) => asItIs);
    const looksAtIds = verdict !== 401 && !isUsed(endpoint, verdict);
    if (hasIds(given) && looksAtIds) await answered(withIdsInCapitals);
  });
});

/**
 * A caller that is allowed to change something changes its own data, and guesses at its own
 * account: attempts are counted by account.
 */
const isUsed = ({ method, access }: Endpoint, verdict: Verdict) =>
  access.kind === 'device' || (method !== 'GET' && verdict === 200);

async function aboutWhom(name: string, endpoint: Endpoint, verdict: Verdict) {
  if (!isUsed(endpoint, verdict)) return shared;
  const plays = /^(videos|drm|offline)\./.test(name);
  const hasGroup = /^groups\./.test(name);
  const subject = await createSubject(server, { userType: rows.get(name)?.of, hasGroup, plays });
  return {
    subject,
    playback: plays ? await createSubjectPlayback(server, subject) : shared.playback,
  };
}
