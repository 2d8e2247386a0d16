import type { EncryptionScheme } from '@prahari/contract';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../platform/clock/clock.ts';
import type { ValuesOf } from '../../platform/config/setting.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Notifications } from '../../platform/db/notifications.ts';
import type { Bind } from '../../platform/http/bind.ts';
import type { Log } from '../../platform/log/log.ts';
import { createObjectCache, textOf } from '../../platform/storage/object-cache.ts';
import type { ObjectStorage } from '../../platform/storage/storage.ts';
import type { deliverySettings } from './delivery.config.ts';
import { bindDeliveryRoutes } from './delivery.routes.ts';
import {
  cardNameOf,
  type ManifestKind,
  manifestNames,
  manifestPrefixOf,
  picturesFolder,
  pictureTrackName,
} from './media-layout.rules.ts';
import type { DeliveryPorts } from './ports.ts';
import { bindPrefetchRoutes } from './prefetch.routes.ts';
import { createPrefetch } from './prefetch.usecases.ts';
import { keepRevocationFiles } from './revocation-files.adapter.ts';
import { listenToSegmentLog } from './segment-log.adapter.ts';
import { createPathTokens } from './signed-url.rules.ts';
import { createCutPaths } from './url-versions.adapter.ts';

export { deliverySettings, refuseHandOverOfObjects } from './delivery.config.ts';
export {
  cardNameOf,
  chosenPosterName,
  filesOfPoster,
  folderSuffixOf,
  isPictureName,
  manifestNames,
  manifestPrefixOf,
  mediaPrefixOf,
  type Packaging,
  type Pictures,
  pictureNames,
  picturesFolder,
  pictureTrackName,
  posterNameOf,
  rungFolder,
} from './media-layout.rules.ts';
export { nginxKeyFile } from './nginx-key.presenter.ts';
export { pathsCutChannel } from './url-version.events.ts';

/** Whose session a signed path is for, and until when. */
export interface SignedPathRequest {
  readonly videoId: string;
  readonly sessionId: string;
  readonly playbackId: string;
  /** The video's count of cuts, read when permission to play was checked. */
  readonly pathEpoch: number;
  /** Of the one who will fetch; segments are bound to its network. */
  readonly address: string;
  /** At most an hour ahead: ended sessions are remembered for so long. */
  readonly expiresAt: Date;
}

/** Posters are bound to the session alone: lists show them wherever it is read. */
export interface PosterRequest extends Omit<SignedPathRequest, 'address' | 'playbackId'> {
  /** By `media-prefix.rules.ts`. */
  readonly posterName: string;
}

export interface DeliveryFeatureDeps extends DeliveryPorts {
  readonly clock: Clock;
  readonly storage: ObjectStorage;
  readonly db: Db;
  readonly log: Log;
  readonly notifications: Notifications;
  readonly deliveryKey: Uint8Array;
  readonly settings: ValuesOf<typeof deliverySettings>;
}

/** Signed paths, and what is served below them. */
export function createDelivery(deps: DeliveryFeatureDeps) {
  const { settings } = deps;
  const tokens = createPathTokens(deps.deliveryKey, {
    ipv4: settings.deliveryIpv4Bits,
    ipv6: settings.deliveryIpv6Bits,
  });
  const cutPaths = createCutPaths(deps);
  const objects = createObjectCache(deps.storage, settings.deliveryCacheBytes);
  const offersSlides = settings.lessonSlides === 'on';
  return {
    bindRoutes(app: FastifyInstance, bind: Bind): void {
      bindPrefetchRoutes(bind, createPrefetch({ ...deps, objects }));
      const handOverPrefix = settings.deliveryHandOverPrefix;
      const served = { tokens, cutPaths, objects, offersSlides, handOverPrefix };
      bindDeliveryRoutes(app, { ...deps, ...served });
      const folder = settings.deliveryRevocationsDir;
      if (folder === undefined) return;
      const files = keepRevocationFiles({ ...deps, cutPaths, folder });
      app.addHook('onClose', () => files.stop());
      const port = settings.deliverySegmentLogPort;
      if (port === 0) return;
      const segmentLog = listenToSegmentLog({ ...deps, port, pace: files.notePaced });
      app.addHook('onClose', () => segmentLog.stop());
    },
    /** Whether slides are offered to learners. */
    offersSlides,
    /** To be awaited before the first request is answered. */
    readCutPaths: cutPaths.read,
    /**
     * Reads a manifest as it was packaged: of a video whose better qualities are still made, that
     * of those that are there. Held in memory like segments, for it never changes.
     */
    async readManifest(
      video: { readonly id: string; readonly mediaRevision: number },
      kind: ManifestKind,
      scheme: EncryptionScheme,
    ): Promise<string> {
      const folder = manifestPrefixOf(video.id, video.mediaRevision, scheme);
      const found = await objects.get(`${folder}/${manifestNames[kind]}`);
      if (!found) throw new Error(`video ${video.id} has no ${kind} manifest`);
      return textOf(found);
    },
    /** `/media/<token>`; init and media segments of that video lie below it. */
    signMediaPath(request: SignedPathRequest): string {
      return `/media/${tokens.sign({ ...request, kind: 'media' }, request.address)}`;
    },
    /** Returns the whole address of the poster, or of its card. */
    posterPath({ posterName, isCard, ...request }: PosterRequest & { isCard?: boolean }): string {
      const name = isCard ? cardNameOf(posterName) : posterName;
      return `/media/${tokens.sign({ ...request, kind: 'poster', playbackId: null }, '')}/${name}`;
    },
    /** Returns the whole address of the storyboard's track; its sheets lie beside it. */
    storyboardPath({
      revision,
      ...request
    }: Omit<PosterRequest, 'posterName'> & { readonly revision: number }): string {
      const token = tokens.sign({ ...request, kind: 'poster', playbackId: null }, '');
      return `/media/${token}/${picturesFolder('storyboard', revision)}/${pictureTrackName}`;
    },
  };
}

export type Delivery = ReturnType<typeof createDelivery>;
