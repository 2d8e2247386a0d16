import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../platform/clock/clock.ts';
import { textHeader } from '../../platform/http/request-facts.ts';
import {
  type CachedObject,
  type ObjectCache,
  textOf,
} from '../../platform/storage/object-cache.ts';
import { cmcdHeaders, type PlayerReport, playerReportOf } from './cmcd.rules.ts';
import {
  fetchedTooFast,
  objectNotFound,
  pathInvalid,
  rangeNotSatisfiable,
} from './delivery.errors.ts';
import { mayFetch } from './delivery.policy.ts';
import { withLicensedKeys } from './hls-playlist.rules.ts';
import {
  contentTypeOf,
  isPlaylist,
  isSegment,
  isSlide,
  objectKeyOf,
  playlistType,
  segmentPlaceOf,
} from './object-key.rules.ts';
import type { DeliveryPorts } from './ports.ts';
import { hasSeen, mayAnswerRange, rangeOf } from './range.rules.ts';
import type { PathGrant, PathTokens } from './signed-url.rules.ts';
import type { CutPaths } from './url-versions.adapter.ts';

/** As long as a signed path lives at most; what lies below it never changes. */
const cacheControl = 'private, max-age=3600, immutable';

export interface DeliveryDeps
  extends Pick<DeliveryPorts, 'mediaCookie' | 'revocations' | 'stoppedPlayback' | 'onSegment'> {
  readonly clock: Clock;
  readonly tokens: PathTokens;
  readonly cutPaths: Pick<CutPaths, 'isCut'>;
  readonly objects: ObjectCache;
  readonly offersSlides: boolean;
  /** An internal location of nginx that holds all objects; undefined where this process serves them. */
  readonly handOverPrefix: string | undefined;
}

interface SignedPath {
  Params: { token: string; '*': string };
  Querystring: { CMCD?: unknown; systems?: unknown };
}

/**
 * Serves what lies below signed paths. It stands outside `bind`: media elements and players send
 * neither tokens nor proofs here, so the path itself and the watch pass decide.
 */
export function bindDeliveryRoutes(app: FastifyInstance, deps: DeliveryDeps): void {
  app.route<SignedPath>({
    method: ['GET', 'HEAD'],
    url: '/media/:token/*',
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const { token, '*': rest } = request.params;
      const { grant, key } = admitted(request, token, rest, deps);
      const isRewritten = isPlaylist(key);
      if (isSegment(key)) await paced(request, grant, rest, deps);
      if (deps.handOverPrefix !== undefined && !isRewritten) {
        return handOver(reply, key, deps.handOverPrefix);
      }
      const object = await deps.objects.get(key);
      if (!object) throw objectNotFound();
      if (isRewritten) return sendPlaylist(request, reply, object);
      return answer(request, reply, key, object);
    },
  });
}

/** @throws AppError 403 unless the caller may fetch this very object */
function admitted(
  request: FastifyRequest,
  token: string,
  rest: string,
  deps: DeliveryDeps,
): { grant: PathGrant; key: string } {
  const { clock, tokens, mediaCookie, revocations, stoppedPlayback, cutPaths } = deps;
  const now = clock.now();
  const grant = tokens.read(token, request.ip);
  const key = grant && objectKeyOf(grant, rest);
  const fetcher = {
    now,
    watchSessionId: mediaCookie.readSession(request.cookies[mediaCookie.name], now),
    fetchSite: textHeader(request, 'sec-fetch-site'),
    isRevoked: revocations.isRevoked,
    isStopped: stoppedPlayback.isStopped,
    isCut: cutPaths.isCut,
  };
  if (!grant || !key || !mayFetch(grant, fetcher)) throw pathInvalid();
  if (isSlide(key) && !deps.offersSlides) throw objectNotFound();
  return { grant, key };
}

/**
 * Waits as long as a client that fetches faster than play has to.
 * @throws AppError 429 for what would have to wait long, 403 when the path ended meanwhile
 */
async function paced(
  request: FastifyRequest<SignedPath>,
  { sessionId, videoId, playbackId }: PathGrant,
  rest: string,
  deps: DeliveryDeps,
): Promise<void> {
  if (playbackId === null) return;
  const report = reportWith(request);
  const isBare = report === null && textHeader(request, 'sec-fetch-site') === undefined;
  const place = segmentPlaceOf(rest);
  const waitSeconds = deps.onSegment({ sessionId, videoId, playbackId, ...place, isBare, report });
  if (waitSeconds === 0) return;
  if (!Number.isFinite(waitSeconds)) throw fetchedTooFast();
  await delay(waitSeconds * 1000);
  admitted(request, request.params.token, rest, deps);
}

/**
 * Reads what a player reports, by the headers of CMCD, else by its query argument: players send one
 * or the other.
 */
function reportWith(request: FastifyRequest<SignedPath>): PlayerReport | null {
  const headers = cmcdHeaders.flatMap((name) => textHeader(request, name) ?? []);
  const { CMCD: argument } = request.query;
  if (headers.length > 0) return playerReportOf(headers);
  return typeof argument === 'string' ? playerReportOf([argument]) : null;
}

/** nginx sends the bytes, and answers ranges and conditions (`X-Accel-Redirect`). */
function handOver(reply: FastifyReply, key: string, prefix: string): FastifyReply {
  return reply
    .header('x-accel-redirect', `${prefix}${key}`)
    .header('cache-control', cacheControl)
    .header('content-type', contentTypeOf(key))
    .send();
}

/** Playlists are small, and not what is stored: they go out whole. */
async function sendPlaylist(
  request: FastifyRequest<SignedPath>,
  reply: FastifyReply,
  object: CachedObject,
): Promise<FastifyReply> {
  reply.headers({ etag: object.etag, 'cache-control': cacheControl });
  if (hasSeen(textHeader(request, 'if-none-match'), object.etag)) return reply.code(304).send();
  // As the multivariant playlist of the session named them. They lead to licences and are none: a
  // client that writes others here is refused there.
  const { systems } = request.query;
  const named = typeof systems === 'string' ? systems.split('.') : [];
  return reply.type(playlistType).send(withLicensedKeys(await textOf(object), named));
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  key: string,
  object: CachedObject,
): Promise<FastifyReply> {
  const { etag, sizeBytes } = object;
  // Of other methods a range means nothing (RFC 9110, section 14.2).
  const mayBePart =
    request.method === 'GET' && mayAnswerRange(textHeader(request, 'if-range'), etag);
  const asked = mayBePart ? textHeader(request, 'range') : undefined;
  if (hasSeen(textHeader(request, 'if-none-match'), etag)) {
    return reply.code(304).header('etag', etag).header('cache-control', cacheControl).send();
  }
  const range = rangeOf(asked, sizeBytes);
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${sizeBytes}`);
    throw rangeNotSatisfiable();
  }
  reply.headers({
    etag,
    'accept-ranges': 'bytes',
    'cache-control': cacheControl,
    'content-type': contentTypeOf(key),
  });
  const { start, end } = range === 'whole' ? { start: 0, end: sizeBytes - 1 } : range;
  reply.header('content-length', end - start + 1);
  if (range !== 'whole') {
    reply.code(206).header('content-range', `bytes ${start}-${end}/${sizeBytes}`);
  }
  if (request.method === 'HEAD') return reply.send();
  return reply.send(await (range === 'whole' ? object.whole() : object.part(start, end)));
}
