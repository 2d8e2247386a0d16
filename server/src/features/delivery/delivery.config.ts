import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import {
  defineChoiceSetting,
  defineNumberSetting,
  defineOptionalTextSetting,
  type ValuesOf,
} from '../../platform/config/setting.ts';
import type { InstanceSecret } from '../../platform/crypto/instance-secrets.ts';
import { StartError } from '../../platform/errors/app-error.ts';
import type { StorageConfig } from '../../platform/storage/storage-settings.ts';

const mebibyte = 1024 ** 2;
const gibibyte = 1024 ** 3;

export const deliverySettings = {
  deliveryCacheBytes: defineNumberSetting(
    'DELIVERY_CACHE_BYTES',
    'Memory in which a web process keeps media segments, in bytes (the default is 256 MiB).',
    { fallback: 256 * mebibyte, min: 16 * mebibyte, max: 64 * gibibyte },
  ),
  deliveryIpv4Bits: defineNumberSetting(
    'DELIVERY_IPV4_BITS',
    'Leading bits of a learner’s IPv4 address that signed paths are bound to; 0 does not bind.',
    { fallback: 24, min: 0, max: 32 },
  ),
  deliveryIpv6Bits: defineNumberSetting(
    'DELIVERY_IPV6_BITS',
    'The same for IPv6. Set both to 0 where browsers reach the server by both kinds at once.',
    { fallback: 48, min: 0, max: 128 },
  ),
  videoSlides: defineChoiceSetting(
    'LESSON_SLIDES',
    'Whether videos played as audio only show slides: `on` or `off`. Slides are behind password and session like segments, but not encrypted.',
    ['on', 'off'],
  ),
  deliveryHandOverPrefix: {
    variable: 'DELIVERY_X_ACCEL_PREFIX',
    doc: 'Where nginx has the media folder as an `internal` location, for instance `/_media/`: segments are then sent by nginx through `X-Accel-Redirect` (deploy/nginx).',
    defaultText: '–',
    schema: z.optional(
      z.string().check(z.regex(/^\/(?:[\w-]+\/)+$/, 'it must begin and end with a slash')),
    ),
  },
  deliverySegmentLogPort: defineNumberSetting(
    'DELIVERY_SEGMENT_LOG_PORT',
    'UDP port of 127.0.0.1 where an nginx that checks signed paths itself says which segments it sent (deploy/nginx); with 0 nothing notices downloads there. Of several web processes on one machine, set it for one.',
    { fallback: 0, min: 0, max: 65_535 },
  ),
  deliveryRevocationsDir: defineOptionalTextSetting(
    'DELIVERY_REVOCATIONS_DIR',
    'Folder in which every ended session leaves an empty file for an hour, for an nginx that checks signed paths itself (deploy/nginx).',
  ),
} as const;

/** HMAC key of signed URLs. */
export const deliveryKeySecret: InstanceSecret = {
  name: 'delivery-key',
  make: () => randomBytes(32),
};

type Chosen = Pick<ValuesOf<typeof deliverySettings>, 'deliveryHandOverPrefix'> &
  Pick<StorageConfig, 'storage'>;

/** Refuses `X-Accel-Redirect` for anything but files of a folder. @throws StartError */
export function refuseHandOverOfObjects({ storage, deliveryHandOverPrefix }: Chosen): void {
  if (storage === 'disk' || deliveryHandOverPrefix === undefined) return;
  throw new StartError(
    'DELIVERY_X_ACCEL_PREFIX needs STORAGE=disk: nginx hands over files of a folder, and with STORAGE=s3 there are none.',
  );
}
