import { randomUUID } from 'node:crypto';
import { buildUrl, endpoints, type Stream } from '@prahari/contract';
import type { ApiClient } from '@prahari/testkit';
import { type Account, requestText } from '@prahari/virtual-learners';
import * as z from 'zod/mini';
import { createBenchClient } from '../rig/api-client.ts';
import { type HeartbeatsRequest, heartbeatsRequestSchema } from './heartbeats-plan.ts';
import { sendAll } from './send-all.ts';

const { auth, drm, videos } = endpoints;
const joiningAtOnce = 4;
/** Every player has one; reports wait a moment for each other, so that few would not keep up. */
const connections = 256;

interface Player {
  readonly client: ApiClient;
  readonly stream: Stream;
}

const players: Player[] = [];
let lessonId = '';
let requests: string[] = [];
/** Of each player. */
let beatsSent = 0;

async function joinAll(
  accounts: readonly Account[],
  lesson: { readonly origin: string; readonly videoId: string },
): Promise<number> {
  lessonId = lesson.videoId;
  const waiting = accounts.values();
  const join = async () => {
    for (const account of waiting) players.push(await joinOne(account, lesson));
  };
  await Promise.all(Array.from({ length: joiningAtOnce }, join));
  return players.length;
}

async function joinOne(
  { contactNumber, password }: Account,
  { origin, videoId }: { readonly origin: string; readonly videoId: string },
): Promise<Player> {
  const client = await createBenchClient(origin);
  await client.signIn(contactNumber, password);
  await client.call(auth.validatePassword, { body: { password } });
  const { userToken } = await client.call(drm.generateToken, { body: { videoId } });
  const body = { userToken, takeOver: false };
  const stream = await client.call(videos.stream, { params: { id: videoId }, body });
  return { client, stream };
}

/** One beat of each player after the other, as far apart as they will be sent. */
async function prepare(count: number, perSecond: number): Promise<number> {
  requests = [];
  for (const { client } of players) await client.call(auth.validate, {});
  const secondsApart = players.length / perSecond;
  while (requests.length < count) {
    beatsSent += 1;
    const left = count - requests.length;
    for (const player of players.slice(0, left)) {
      requests.push(await describeBeat(player, beatsSent * secondsApart));
    }
  }
  return requests.length;
}

/** The report that a player sends every thirty seconds. */
async function describeBeat({ client, stream }: Player, playedSeconds: number): Promise<string> {
  const { playbackSessionId: playbackSession, durationSeconds: duration } = stream;
  const url = new URL(buildUrl(client.origin, videos.analytics, { params: { id: lessonId } }));
  const said = {
    id: randomUUID(),
    event: 'progress',
    position: playedSeconds % duration,
    duration,
    timestamp: new Date().toISOString(),
    detail: { kbps: '1200' },
  };
  const headers = await client.headersFor('POST', url.href);
  return requestText('POST', url, headers, JSON.stringify({ playbackSession, events: [said] }));
}

async function answer(request: HeartbeatsRequest) {
  if ('join' in request) return { ready: await joinAll(request.join, request) };
  if ('prepare' in request) return { ready: await prepare(request.prepare, request.perSecond) };
  return {
    result: await sendAll({
      port: request.send,
      perSecond: request.perSecond,
      connections,
      requests,
      repeat: 1,
    }),
  };
}

process.on('message', (message) => {
  answer(z.parse(heartbeatsRequestSchema, message)).then(
    (result) => process.send?.(result),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
