import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buildUrl, endpoints } from '@prahari/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { catchRefusal } from './testing/catch-refusal.ts';
import { playVideo, startWatching } from './testing/play-video.ts';
import { addReadyVideo } from './testing/ready-video.ts';
import { startTestServer, type TestServer, testPassword } from './testing/start-test-server.ts';
import type { TestClient } from './testing/test-client.ts';

const { users, auth, videos, security } = endpoints;
let server: TestServer;
/** By how much the server's clock was put forward. */
let aheadMs = 0;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'prahari-abuse-'));
  const anonymisers = path.join(folder, 'exits.txt');
  await writeFile(anonymisers, '198.51.100.192/26 # exits of Tor\n');
  server = await startTestServer({
    environment: { TRUST_PROXY: '127.0.0.1', ANONYMISERS_FILE: anonymisers },
    clock: { now: () => new Date(Date.now() + aheadMs) },
  });
  const { alerts, queue } = server.instance.composition;
  await alerts.startWorker(queue);
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

async function repeat(times: number, act: (n: number) => Promise<unknown>): Promise<void> {
  for (let n = 0; n < times; n += 1) await act(n);
}

async function guess(contactNumber: string, address: string): Promise<void> {
  const stranger = await server.newClient();
  stranger.address = address;
  await catchRefusal(stranger.signIn(contactNumber, 'not the password'));
}

/** Opens a lesson whose segments are fetched by a program, or by what looks like a player. */
async function openLesson() {
  const segments = Array.from({ length: 100 }, (_, at) => [`v180/${at + 1}.m4s`, randomBytes(9)]);
  const files = Object.fromEntries(segments);
  const lesson = await startWatching(server, { durationSeconds: 600, files });
  const base = /<BaseURL>([^<]+)/.exec(lesson.stream.manifest.text)?.[1] ?? '';
  const cookie = [...lesson.learner.cookies].map((pair) => pair.join('=')).join('; ');
  return {
    ...lesson,
    async fetchSegments(from: number, to: number, headers = {}): Promise<void> {
      for (let number = from; number <= to; number += 1) {
        const url = `${server.origin}${base}v180/${number}.m4s`;
        const answer = await fetch(url, { headers: { cookie, ...headers } });
        await answer.arrayBuffer();
        expect(answer.status).toBe(200);
      }
    },
    look: () => server.instance.composition.playback.downloadWatch.judgeNow(),
  };
}

/** Whether a built-in rule has an alert about somebody or something. */
async function isRaised(key: string, subject: string): Promise<boolean> {
  const alerts = await server.instance.foundation.db
    .selectFrom('alerts')
    .innerJoin('alert_rules', 'alert_rules.id', 'alerts.rule_id')
    .select(['alerts.subject_key', 'alerts.user_id'])
    .where('alert_rules.key', '=', key)
    .execute();
  return alerts.some(({ subject_key, user_id }) => [subject_key, user_id].includes(subject));
}

type Learner = TestClient & { userId: string; contactNumber: string };

/** What is done over HTTP; returns the subject of the alert, if it is not the learner. */
const abuses: readonly [rule: string, act: (learner: Learner) => Promise<string | undefined>][] = [
  [
    'sign_ins_failed',
    async ({ contactNumber }) => {
      await repeat(5, () => guess(contactNumber, '198.51.100.1'));
      return undefined;
    },
  ],
  [
    'account_guessed_from_many',
    async ({ contactNumber }) => {
      await repeat(10, (n) => guess(contactNumber, `198.51.${100 + (n % 5)}.1`));
      return undefined;
    },
  ],
  [
    'network_anonymous',
    async (learner) => {
      learner.address = '198.51.100.200';
      await learner.signIn(learner.contactNumber, testPassword);
      return undefined;
    },
  ],
  [
    'countries_at_once',
    async (learner) => {
      learner.address = '49.36.0.1';
      await learner.signIn(learner.contactNumber, testPassword);
      learner.address = '212.58.246.79';
      await learner.confirmPassword(testPassword);
      return undefined;
    },
  ],
  [
    'device_refused',
    async ({ contactNumber }) => {
      await repeat(3, async () => {
        const other = await server.newClient();
        await catchRefusal(other.signIn(contactNumber, testPassword));
      });
      return undefined;
    },
  ],
  [
    'calls_limited',
    async (learner) => {
      let limited = 0;
      await repeat(100, async () => {
        if (limited >= 20) return;
        const { status } = await catchRefusal(learner.confirmPassword('not the password'));
        if (status === 429) limited += 1;
      });
      return undefined;
    },
  ],
  [
    'playback_failing',
    async () => {
      const { videoId } = await addReadyVideo(server);
      await repeat(5, async () => {
        const viewer = await server.newUser();
        await viewer.confirmPassword(testPassword);
        let playbackSession = '';
        await repeat(4, async () => {
          playbackSession = (await playVideo(viewer, videoId, true)).playbackSessionId;
        });
        const failure = {
          id: randomUUID(),
          event: 'error' as const,
          position: 1,
          duration: 60,
          timestamp: new Date().toISOString(),
          detail: { kind: 'network', code: '1001' },
        };
        const body = { playbackSession, events: [failure] };
        await viewer.call(videos.analytics, { params: { id: videoId }, body });
      });
      return 'system';
    },
  ],
  [
    'session_key_changed',
    async (learner) => {
      const thief = await server.newClient();
      thief.accessToken = learner.accessToken;
      await catchRefusal(thief.call(auth.validate, {}));
      return undefined;
    },
  ],
  [
    'proofs_forged',
    async (learner) => {
      learner.address = '198.51.100.99';
      learner.accessToken = `${learner.accessToken?.slice(0, -6)}AAAAAA`;
      await repeat(20, () => catchRefusal(learner.call(users.list, { query: {} })));
      return learner.address;
    },
  ],
  [
    'exports_many',
    async () => {
      const root = await server.superAdmin();
      await repeat(10, () => root.call(users.exportAll, { query: { format: 'json' } }));
      const { user } = await root.call(auth.validate, {});
      return user.id;
    },
  ],
  [
    'admin_calls_refused',
    async (learner) => {
      await repeat(5, () => catchRefusal(learner.call(users.list, { query: {} })));
      return undefined;
    },
  ],
  [
    'recording_traced',
    async () => {
      const { learner, playbackSessionId } = await openLesson();
      const { code } = await server.instance.foundation.db
        .selectFrom('playback_sessions')
        .select('code')
        .where('id', '=', playbackSessionId)
        .executeTakeFirstOrThrow();
      const root = await server.superAdmin();
      await root.call(security.lookUpWatermark, { body: { code } });
      return learner.userId;
    },
  ],
  [
    'segments_bare',
    async () => {
      const { learner, fetchSegments, look } = await openLesson();
      await fetchSegments(1, 20);
      await look();
      return learner.userId;
    },
  ],
  [
    'scripts_blocked',
    async () => {
      const blocked = { 'effective-directive': 'script-src-elem', 'blocked-uri': 'inline' };
      await repeat(10, async (n) => {
        const answer = await fetch(
          buildUrl(server.origin, security.reportPolicyViolation, { body: new Uint8Array() }),
          {
            method: 'POST',
            headers: {
              'content-type': 'application/csp-report',
              'x-forwarded-for': `198.51.100.${n % 3}`,
            },
            body: JSON.stringify({ 'csp-report': blocked }),
          },
        );
        expect(answer.status).toBe(204);
      });
      return 'system';
    },
  ],
  // Last: from then on proofs of clients are too old.
  [
    'reports_silent',
    async () => {
      const { learner, playbackSessionId, fetchSegments, look } = await openLesson();
      const headers = { 'cmcd-session': `sid="${playbackSessionId}"` };
      await fetchSegments(1, 20, headers);
      aheadMs = 190_000;
      await fetchSegments(21, 45, headers);
      await look();
      return learner.userId;
    },
  ],
];

it.each(abuses)('%s: who does it over HTTP sets off the alert', async (rule, act) => {
  const learner = await server.newUser();
  const subject = (await act(learner)) ?? learner.userId;
  await expect.poll(() => isRaised(rule, subject)).toBe(true);
});
