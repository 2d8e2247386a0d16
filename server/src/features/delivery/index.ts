import type { EncryptionScheme } from '@prahari/contract';
import type { FastifyInstance } from 'fastify';
import type { Bind } from '../../platform/http/bind.ts';
import { createObjectCache } from '../../platform/storage/object-cache.ts';
import type { ObjectStorage } from '../../platform/storage/storage.ts';
import type { DeliveryDeps } from './delivery.deps.ts';
import { bindDeliveryRoutes } from './delivery.routes.ts';
import type { ManifestKind } from './media-layout.rules.ts';
import { createPrefetch } from './prefetch.adapter.ts';
import { bindPrefetchRoutes } from './prefetch.routes.ts';
import { readManifest } from './read-manifest.usecases.ts';
import { writeRevocationFiles } from './revocation-files.adapter.ts';
import { readSegmentLog } from './segment-log.adapter.ts';
import {
  type MediaUrlRequest,
  type PictureUrlRequest,
  type PosterUrlRequest,
  signMediaUrl,
  signPosterUrl,
  signStoryboardUrl,
  signThumbnailUrl,
} from './sign-urls.usecases.ts';
import { createSignedUrls } from './signed-url.rules.ts';
import { createUrlVersions } from './url-versions.adapter.ts';

export { describeMedia } from './api-description.presenter.ts';
export {
  deliveryKeySecret,
  deliverySettings,
  refuseHandOverOfObjects,
} from './delivery.config.ts';
export { mediaRoutes } from './delivery.routes.ts';
export {
  formatChosenPosterName,
  formatFolderSuffix,
  formatManifestPrefix,
  formatMediaPrefix,
  formatPicturesFolder,
  formatPosterName,
  formatRenditionFolder,
  formatThumbnailName,
  isPictureName,
  listPosterFiles,
  manifestNames,
  mediaRoot,
  type Packaging,
  type Pictures,
  pictureNames,
  pictureTrackName,
} from './media-layout.rules.ts';
export { formatNginxKeyFile } from './nginx-key.presenter.ts';
export { urlVersionChannel } from './url-version.events.ts';

type FeatureDeps = Omit<DeliveryDeps, 'objects' | 'signedUrls' | 'urlVersions' | 'offersSlides'> & {
  readonly storage: ObjectStorage;
  readonly deliveryKey: Uint8Array;
};

/** Signs URLs of media, and serves the files below them. */
export function createDelivery({ storage, deliveryKey, ...feature }: FeatureDeps) {
  const { settings } = feature;
  const bits = { ipv4: settings.deliveryIpv4Bits, ipv6: settings.deliveryIpv6Bits };
  const offersSlides = settings.videoSlides === 'on';
  const deps: DeliveryDeps = {
    ...feature,
    offersSlides,
    signedUrls: createSignedUrls(deliveryKey, bits),
    urlVersions: createUrlVersions(feature),
    objects: createObjectCache(storage, settings.deliveryCacheBytes),
  };
  return {
    bindRoutes(app: FastifyInstance, bind: Bind): void {
      bindPrefetchRoutes(bind, createPrefetch(deps));
      bindDeliveryRoutes(app, deps);
      notifyNginx(app, deps);
    },
    offersSlides,
    /** Await it before the first request is answered. */
    readUrlVersions: deps.urlVersions.read,
    readManifest: (
      video: { readonly id: string; readonly mediaRevision: number },
      kind: ManifestKind,
      scheme: EncryptionScheme,
    ) => readManifest(deps, video, kind, scheme),
    signMediaUrl: (request: MediaUrlRequest) => signMediaUrl(deps, request),
    signPosterUrl: (request: PosterUrlRequest) => signPosterUrl(deps, request),
    signThumbnailUrl: (request: PosterUrlRequest) => signThumbnailUrl(deps, request),
    signStoryboardUrl: (request: PictureUrlRequest & { readonly revision: number }) =>
      signStoryboardUrl(deps, request),
  };
}

export type Delivery = ReturnType<typeof createDelivery>;

/** Keeps an nginx that checks signed URLs itself up to date, and counts what it sends. */
function notifyNginx(app: FastifyInstance, deps: DeliveryDeps): void {
  const { deliveryRevocationsDir: folder, deliverySegmentLogPort: port } = deps.settings;
  if (folder === undefined) return;
  const files = writeRevocationFiles({ ...deps, folder });
  app.addHook('onClose', () => files.stop());
  if (port === 0) return;
  const segmentLog = readSegmentLog({ ...deps, port, pace: files.notePaced });
  app.addHook('onClose', () => segmentLog.stop());
}
