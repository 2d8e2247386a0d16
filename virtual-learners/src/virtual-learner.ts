import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { endpoints, type PlaybackEventName, type Stream } from '@prahari/contract';
import { type ApiClient, createApiClient } from './api-client.ts';
import { type KeepAliveConnection, openConnection, requestText } from './keep-alive-connection.ts';
import type { Account, Lesson } from './learners-plan.ts';
import { chooseTracks, readKeyIds, readTrack, type Track } from './lesson-tracks.ts';

const { auth, drm, videos } = endpoints;

/** It names itself in every request: keys come only to the browser in which the password was confirmed. */
const agent = 'prahari-learners/0';

/** How much faster than real time a poor line loads a lesson, until the player's buffer is full. */
const lineSpeed = 4;
/** Between two openings, on average. */
const secondsPerLesson = 600;

/** Before a lesson that did not open is tried again. */
const restSeconds = 5;

/** What Chromium sends with every request of a page; its server reads it all. */
const browserHeaders = {
  connection: 'keep-alive',
  'sec-ch-ua-platform': '"Windows"',
  'user-agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'sec-ch-ua': '"Chromium";v="142", "Not_A Brand";v="99"',
  'sec-ch-ua-mobile': '?0',
  accept: '*/*',
  'sec-fetch-site': 'same-origin',
  'sec-fetch-mode': 'cors',
  'sec-fetch-dest': 'empty',
  'accept-encoding': 'gzip, deflate, br, zstd',
  'accept-language': 'hi-IN,hi;q=0.9,en;q=0.8',
};

/** Records how long each request took. */
export interface Observer {
  note(kind: 'segment' | 'heartbeat' | 'opening' | 'signIn', tookMs: number, bytes: number): void;
  fail(error: unknown): void;
}

interface Seat {
  readonly client: ApiClient;
  readonly observer: Observer;
  /** As browsers do, the sound comes beside the picture. */
  readonly connections: {
    readonly picture: KeepAliveConnection;
    readonly sound: KeepAliveConnection;
  };
  readonly lesson: Lesson;
}

/** A learner who signs in on a new device and watches from then on. */
export async function startVirtualLearner(
  lesson: Lesson,
  { contactNumber, password }: Account,
  observer: Observer,
): Promise<void> {
  const [picture, sound] = await Promise.all([
    openConnection(lesson.port, lesson.host),
    openConnection(lesson.port, lesson.host),
  ]);
  const transport = transportOver(sound);
  const client = await createApiClient(lesson.origin, { userAgent: agent, transport });
  const seat = { client, observer, lesson, connections: { picture, sound } };
  try {
    const begun = performance.now();
    await client.signIn(contactNumber, password);
    await client.call(auth.validatePassword, { body: { password } });
    observer.note('signIn', performance.now() - begun, 0);
    watch(seat, await openLesson(seat)).catch(observer.fail);
  } catch (error) {
    picture.close();
    sound.close();
    throw error;
  }
}

/** Calls over the connection that segments come over, as in a browser. */
function transportOver(connection: KeepAliveConnection): typeof fetch {
  return async (url, init = {}) => {
    const { pathname, search, host } = new URL(String(url));
    const given = new Headers(init.headers);
    given.delete('user-agent');
    const headers = { ...browserHeaders, ...Object.fromEntries(given) };
    const target = new URL(`http://${host}${pathname}${search}`);
    const text = requestText(init.method ?? 'GET', target, headers, String(init.body ?? ''));
    const { status, head, body } = await connection.ask(text);
    const lines = head
      .split('\r\n')
      .slice(1)
      .map((line): [string, string] => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon), line.slice(colon + 1).trim()];
      });
    return new Response(body, { status, headers: lines });
  };
}

/** Lesson after lesson; the first is left after a part of its time, as if it had begun before. */
async function watch(seat: Seat, first: Stream): Promise<void> {
  let stream = first;
  let seconds = Math.random() * secondsPerLesson;
  for (;;) {
    await playFor(seat, stream, seconds);
    seconds = secondsPerLesson;
    await report(seat, stream, 'pause', 0);
    stream = await openInTheEnd(seat);
  }
}

async function openInTheEnd(seat: Seat): Promise<Stream> {
  for (;;) {
    try {
      return await openLesson(seat);
    } catch (error) {
      seat.observer.fail(error);
      await delay(restSeconds * 1000);
    }
  }
}

/** Everything between a click and the first segments. */
async function openLesson({ client, observer, lesson }: Seat): Promise<Stream> {
  const { videoId } = lesson;
  const timed = async <Data>(call: Promise<Data>): Promise<Data> => {
    const begun = performance.now();
    const data = await call;
    observer.note('opening', performance.now() - begun, 0);
    return data;
  };
  const { userToken } = await timed(client.call(drm.generateToken, { body: { videoId } }));
  const body = { userToken, takeOver: false };
  const stream = await timed(client.call(videos.stream, { params: { id: videoId }, body }));
  const query = { playbackSession: stream.playbackSessionId };
  const asked = { kids: [...readKeyIds(stream.manifest.text)], type: 'temporary' as const };
  await timed(client.call(drm.clearKeyLicense, { query, body: asked }));
  return stream;
}

async function playFor(seat: Seat, stream: Stream, seconds: number): Promise<void> {
  const { client, connections, lesson } = seat;
  const { bufferingGoalSeconds, progressEverySeconds } = stream.policy;
  const begun = performance.now();
  const end = begun + seconds * 1000;
  const at = async (secondsIn: number): Promise<boolean> => {
    const dueMs = begun + secondsIn * 1000;
    if (dueMs > end) return false;
    await delay(Math.max(0, dueMs - performance.now()));
    return true;
  };
  const tracks = chooseTracks(stream.manifest.text);
  const fetchTrack = async (kind: keyof typeof tracks) => {
    const name = tracks[kind];
    if (name === undefined) return;
    const track = readTrack(stream.manifest.text, name);
    const ask = segmentRequests({ client, lesson, stream, track });
    const ahead = [2, 3, 4].map((number) => track.nameOf(number)).join();
    await fetchSegment(seat, connections[kind], ask(track.initName), performance.now());
    const params = { id: lesson.videoId };
    await client
      .call(videos.prefetch, { params, query: { segments: ahead } })
      .catch(seat.observer.fail);
    for (let number = 0; ; number += 1) {
      const playsAt = number * track.segmentSeconds;
      const secondsIn = Math.max(playsAt / lineSpeed, playsAt - bufferingGoalSeconds);
      if (!(await at(secondsIn))) return;
      const segment = track.nameOf(1 + (number % track.segments));
      await fetchSegment(seat, connections[kind], ask(segment), begun + secondsIn * 1000);
    }
  };
  const sayProgress = async () => {
    await report(seat, stream, 'play', 0);
    for (let mark = 1; await at(mark * progressEverySeconds); mark += 1) {
      await report(seat, stream, 'progress', mark * progressEverySeconds);
    }
  };
  await Promise.all([fetchTrack('picture'), fetchTrack('sound'), sayProgress()]);
  await delay(Math.max(0, end - performance.now()));
}

/**
 * A failed request is skipped, as by a player that has enough in its buffer.
 * @param dueMs when the player wanted it: a request that waits for the one before it is late too
 */
async function fetchSegment(
  { observer }: Seat,
  connection: KeepAliveConnection,
  request: string,
  dueMs: number,
): Promise<void> {
  try {
    const bytes = await connection.send(request);
    observer.note('segment', performance.now() - dueMs, bytes);
  } catch (error) {
    observer.fail(error);
  }
}

async function report(
  { client, observer, lesson }: Seat,
  { playbackSessionId: playbackSession, durationSeconds: duration }: Stream,
  event: PlaybackEventName,
  played: number,
): Promise<void> {
  const begun = performance.now();
  const said = {
    id: randomUUID(),
    event,
    position: played % duration,
    duration,
    timestamp: new Date().toISOString(),
  };
  const body = { playbackSession, events: [said] };
  try {
    await client.call(videos.analytics, { params: { id: lesson.videoId }, body });
    observer.note('heartbeat', performance.now() - begun, 0);
  } catch (error) {
    observer.fail(error);
  }
}

/** Made once for a track: clients that build each head share their core with the database. */
function segmentRequests({
  client,
  lesson,
  stream,
  track,
}: {
  client: ApiClient;
  lesson: Lesson;
  stream: Stream;
  track: Track;
}): (name: string) => string {
  const url = new URL(track.base, lesson.origin);
  const request = requestText('GET', url, {
    ...browserHeaders,
    // CTA-5004, as the player's library sends it.
    'cmcd-object': `br=300,d=${track.segmentSeconds * 1000},ot=v,tb=2800`,
    'cmcd-request': 'bl=24000,mtp=1200',
    'cmcd-session': `sid="${stream.playbackSessionId}"`,
    referer: `${lesson.origin}/watch/${lesson.videoId}`,
    cookie: client.cookieHeader(),
  });
  const endOfPath = request.indexOf(' HTTP/1.1');
  const [before, after] = [request.slice(0, endOfPath), request.slice(endOfPath)];
  return (name) => before + name + after;
}
