import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { EncryptionScheme } from '@prahari/contract';
import type { QualityClass } from '@prahari/media';
import { seal } from '../platform/crypto/seal.ts';
import type { TestServer } from './start-test-server.ts';

export interface ReadyVideo {
  readonly videoId: string;
  readonly keys: readonly ReadyKey[];
}

export interface ReadyKey {
  readonly scheme: EncryptionScheme;
  readonly keyId: Buffer;
  readonly key: Buffer;
}

const manifestWith = (period: string) => `<?xml version="1.0" encoding="UTF-8"?>
<!--Generated with https://github.com/shaka-project/shaka-packager-->
<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT60S">
  ${period}
</MPD>
`;
const manifest = manifestWith('<Period id="0"/>');

function manifestIn(
  scheme: EncryptionScheme,
  keyId: Buffer,
  renditions: readonly string[],
): string {
  const uuid = keyId.toString('hex').replace(/^(.{8})(....)(....)(....)/, '$1-$2-$3-$4-');
  const facts = `schemeIdUri="urn:mpeg:dash:mp4protection:2011" cenc:default_KID="${uuid}"`;
  const protection = `<ContentProtection value="${scheme}" ${facts}/>`;
  const templates = renditions.map(
    (name) => `<SegmentTemplate timescale="1" initialization="${name}/init.mp4"
      media="${name}/$Number$.m4s" startNumber="1"><SegmentTimeline>
      <S t="0" d="2" r="${segmentsEach - 1}"/></SegmentTimeline></SegmentTemplate>`,
  );
  const sets = `<AdaptationSet>${protection}${templates.join('')}</AdaptationSet>`;
  return manifestWith(`<Period id="0">${sets}</Period>`);
}

/** Of two seconds each. */
const segmentsEach = 30;

const playlist = `#EXTM3U
#EXT-X-STREAM-INF:BANDWIDTH=90000,CODECS="avc1.64000c",RESOLUTION=320x180
v180/media.m3u8
`;

/**
 * Adds a published video with its sealed keys and its manifest, without processing a file.
 * @param video.schemes with manifests of its own for each, which name its first key
 * @param video.renditions with segments, which their manifests name
 * @param video.files other files in its folder: `v180/1.m4s`
 */
export async function addReadyVideo(
  server: TestServer,
  video: {
    durationSeconds?: number;
    files?: Readonly<Record<string, Uint8Array>>;
    classes?: readonly QualityClass[];
    schemes?: readonly EncryptionScheme[];
    renditions?: readonly string[];
  } = {},
): Promise<ReadyVideo> {
  const { db, storage, masterKey, dataDir } = server.instance.foundation;
  await server.superAdmin();
  const { id: createdBy } = await db
    .selectFrom('users')
    .select('id')
    .where('user_type', '=', 'SUPER_ADMIN')
    .executeTakeFirstOrThrow();
  const videoId = randomUUID();
  const mediaPrefix = `videos/${videoId}`;
  const folder = await mkdtemp(path.join(dataDir, 'ready-video-'));
  await writeFile(path.join(folder, 'manifest.mpd'), manifest);
  await writeFile(path.join(folder, 'master.m3u8'), playlist);
  const { renditions = [] } = video;
  const segments = renditions.flatMap((name) => [
    [`${name}/init.mp4`, randomBytes(800)] as const,
    ...Array.from(
      { length: segmentsEach },
      (_, at) => [`${name}/${at + 1}.m4s`, randomBytes(4000)] as const,
    ),
  ]);
  for (const [name, bytes] of [...Object.entries(video.files ?? {}), ...segments]) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), bytes);
  }
  await storage.publish(folder, mediaPrefix);
  const { schemes, classes = ['AUDIO', 'SD'] } = video;
  const made = (schemes ?? (['cbcs'] as const)).flatMap((scheme) =>
    classes.map((quality) => ({
      quality,
      scheme,
      keyId: randomBytes(16),
      key: randomBytes(16),
    })),
  );
  for (const scheme of schemes ?? []) {
    const own = path.join(folder, `r1-${scheme}`);
    await mkdir(own, { recursive: true });
    const keyId = made.find((pair) => pair.scheme === scheme)?.keyId ?? Buffer.alloc(16);
    await writeFile(path.join(own, 'manifest.mpd'), manifestIn(scheme, keyId, renditions));
    await writeFile(path.join(own, 'master.m3u8'), playlist);
    await storage.publish(own, `${mediaPrefix}/r1${scheme === 'cenc' ? 'c' : ''}`);
  }
  const now = new Date();
  await db
    .insertInto('videos')
    .values({
      id: videoId,
      title: 'Refraction of light',
      description: 'Why a spoon looks bent in water',
      status: 'ready',
      published: true,
      publish_when_ready: true,
      duration_seconds: video.durationSeconds ?? 60,
      media_prefix: mediaPrefix,
      ...(schemes ? { media_revision: 1, encryption_schemes: [...schemes] } : {}),
      created_by: createdBy,
      created_at: now,
      updated_at: now,
    })
    .execute();
  await db
    .insertInto('content_keys')
    .values(
      made.map(({ quality, scheme, keyId, key }) => ({
        key_id: keyId,
        video_id: videoId,
        quality_class: quality,
        scheme,
        sealed_key: seal(masterKey, key, `content-key:${videoId}:${quality}`),
        created_at: now,
      })),
    )
    .execute();
  return { videoId, keys: made.map(({ scheme, keyId, key }) => ({ scheme, keyId, key })) };
}
