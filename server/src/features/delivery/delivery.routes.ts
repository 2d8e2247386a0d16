import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { runWithOrigin } from '../../platform/events/request-origin.ts';
import { describeOrigin } from '../../platform/http/known-call.ts';
import { readTextHeader } from '../../platform/http/request-facts.ts';
import { type CachedObject, readText } from '../../platform/storage/object-cache.ts';
import { cmcdHeaders, type PlayerReport, parsePlayerReport } from './cmcd.rules.ts';
import type { DeliveryDeps } from './delivery.deps.ts';
import {
  fetchedTooFast,
  objectNotFound,
  rangeNotSatisfiable,
  signedUrlInvalid,
} from './delivery.errors.ts';
import { type FetchRefusal, findFetchRefusal } from './delivery.policy.ts';
import { rewritePlaylistKeys } from './hls-playlist.rules.ts';
import {
  decideContentType,
  isPlaylist,
  isSegment,
  isSlide,
  parseSegmentPlace,
  playlistType,
  resolveObjectKey,
} from './object-key.rules.ts';
import { canAnswerRange, matchesEtag, parseRange } from './range.rules.ts';
import type { UrlGrant } from './signed-url.rules.ts';

/** The prefixes of the routes for media at signed URLs. */
export const mediaRoutes = '/media/';

/** The longest life of a signed URL; media below it never changes. */
const cacheControl = 'private, max-age=3600, immutable';

type ServeDeps = Pick<
  DeliveryDeps,
  | 'clock'
  | 'settings'
  | 'signedUrls'
  | 'urlVersions'
  | 'objects'
  | 'offersSlides'
  | 'mediaCookie'
  | 'revocations'
  | 'playbackRevocations'
  | 'onSegment'
  | 'spool'
>;

interface SignedUrl {
  Params: { token: string; '*': string };
  Querystring: { CMCD?: unknown; systems?: unknown };
}

/**
 * Serves the media below signed URLs. Registered outside `bind`: media elements and players send no
 * tokens or proofs here, so the URL itself and the media cookie decide.
 */
export function bindDeliveryRoutes(app: FastifyInstance, deps: ServeDeps): void {
  app.route<SignedUrl>({
    method: ['GET', 'HEAD'],
    url: `${mediaRoutes}:token/*`,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const { deliveryHandOverPrefix } = deps.settings;
      const { token, '*': rest } = request.params;
      const { grant, key } = requireGrant(request, token, rest, deps);
      const isRewritten = isPlaylist(key);
      if (isSegment(key)) await waitForTurn(request, grant, rest, deps);
      if (deliveryHandOverPrefix !== undefined && !isRewritten) {
        return handOverToNginx(reply, key, deliveryHandOverPrefix);
      }
      const object = await deps.objects.get(key);
      if (!object) throw objectNotFound();
      if (isRewritten) return sendPlaylist(request, reply, object);
      return sendObject(request, reply, key, object);
    },
  });
}

/** @throws AppError 403 unless the caller may fetch this very object */
function requireGrant(
  request: FastifyRequest,
  token: string,
  rest: string,
  deps: ServeDeps,
): { grant: UrlGrant; key: string } {
  const { clock, signedUrls, mediaCookie, revocations, playbackRevocations, urlVersions } = deps;
  const now = clock.now();
  const grant = signedUrls.read(token, request.ip);
  const key = grant && resolveObjectKey(grant, rest);
  const fetcher = {
    now,
    watchSessionId: mediaCookie.readSession(request.cookies[mediaCookie.name], now),
    fetchSite: readTextHeader(request, 'sec-fetch-site'),
    isRevoked: revocations.isRevoked,
    isPlaybackRevoked: playbackRevocations.isRevoked,
    isRevokedVersion: urlVersions.isRevokedVersion,
  };
  const refusal = grant && key ? findFetchRefusal(grant, fetcher) : null;
  if (!grant || !key || refusal !== null) {
    const isMoved = grant === null && signedUrls.isGenuine(token);
    const reason = refusal ?? (isMoved ? 'other-network' : 'forged');
    recordRefusedSegment(request, grant, reason, deps);
    throw signedUrlInvalid();
  }
  if (isSlide(key) && !deps.offersSlides) throw objectNotFound();
  return { grant, key };
}

function recordRefusedSegment(
  request: FastifyRequest,
  grant: UrlGrant | null,
  reason: FetchRefusal,
  { spool }: Pick<DeliveryDeps, 'spool'>,
): void {
  const { playbackId: playbackSessionId = null, sessionId = null } = grant ?? {};
  const what = { reason, playbackSessionId, sessionId };
  runWithOrigin(describeOrigin(request), () =>
    spool.count('segment.refused', (times) => ({ ...what, times })),
  );
}

/**
 * Delays a client that fetches faster than playback.
 * @throws AppError 429 instead of a long delay, 403 when the path has ended
 */
async function waitForTurn(
  request: FastifyRequest<SignedUrl>,
  { sessionId, videoId, playbackId }: UrlGrant,
  rest: string,
  deps: ServeDeps,
): Promise<void> {
  if (playbackId === null) return;
  const report = readPlayerReport(request);
  const isBare = report === null && readTextHeader(request, 'sec-fetch-site') === undefined;
  const place = parseSegmentPlace(rest);
  const waitSeconds = deps.onSegment({ sessionId, videoId, playbackId, ...place, isBare, report });
  if (waitSeconds === 0) return;
  if (!Number.isFinite(waitSeconds)) throw fetchedTooFast();
  await delay(waitSeconds * 1000);
  requireGrant(request, request.params.token, rest, deps);
}

/**
 * Reads what a player reports, by the headers of CMCD, else by its query argument: players send one
 * or the other.
 */
function readPlayerReport(request: FastifyRequest<SignedUrl>): PlayerReport | null {
  const headers = cmcdHeaders.flatMap((name) => readTextHeader(request, name) ?? []);
  const { CMCD: argument } = request.query;
  if (headers.length > 0) return parsePlayerReport(headers);
  return typeof argument === 'string' ? parsePlayerReport([argument]) : null;
}

/** Lets nginx send the bytes, and answer ranges and conditions (`X-Accel-Redirect`). */
function handOverToNginx(reply: FastifyReply, key: string, prefix: string): FastifyReply {
  return reply
    .header('x-accel-redirect', `${prefix}${key}`)
    .header('cache-control', cacheControl)
    .header('content-type', decideContentType(key))
    .send();
}

/** Playlists are small, and differ from the stored ones: they are sent whole. */
async function sendPlaylist(
  request: FastifyRequest<SignedUrl>,
  reply: FastifyReply,
  object: CachedObject,
): Promise<FastifyReply> {
  reply.headers({ etag: object.etag, 'cache-control': cacheControl });
  if (matchesEtag(readTextHeader(request, 'if-none-match'), object.etag))
    return reply.code(304).send();
  // As named by the multivariant playlist of the session. They only lead to licences: a client that
  // changes them is refused there.
  const { systems } = request.query;
  const named = typeof systems === 'string' ? systems.split('.') : [];
  return reply.type(playlistType).send(rewritePlaylistKeys(await readText(object), named));
}

async function sendObject(
  request: FastifyRequest,
  reply: FastifyReply,
  key: string,
  object: CachedObject,
): Promise<FastifyReply> {
  const { etag, sizeBytes } = object;
  // For other methods a range has no meaning (RFC 9110, section 14.2).
  const mayBePart =
    request.method === 'GET' && canAnswerRange(readTextHeader(request, 'if-range'), etag);
  const requested = mayBePart ? readTextHeader(request, 'range') : undefined;
  if (matchesEtag(readTextHeader(request, 'if-none-match'), etag)) {
    return reply.code(304).header('etag', etag).header('cache-control', cacheControl).send();
  }
  const range = parseRange(requested, sizeBytes);
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${sizeBytes}`);
    throw rangeNotSatisfiable();
  }
  reply.headers({
    etag,
    'accept-ranges': 'bytes',
    'cache-control': cacheControl,
    'content-type': decideContentType(key),
  });
  const { start, end } = range === 'whole' ? { start: 0, end: sizeBytes - 1 } : range;
  reply.header('content-length', end - start + 1);
  if (range !== 'whole') {
    reply.code(206).header('content-range', `bytes ${start}-${end}/${sizeBytes}`);
  }
  if (request.method === 'HEAD') return reply.send();
  return reply.send(await (range === 'whole' ? object.whole() : object.part(start, end)));
}
