import { randomBytes, randomUUID } from 'node:crypto';
import { chmod, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { QualityClass } from '@prahari/media';
import { seal } from '../platform/crypto/seal.ts';
import type { TestServer } from './start-test-server.ts';

export interface ReadyVideo {
  readonly videoId: string;
  readonly keys: readonly { readonly keyId: Buffer; readonly key: Buffer }[];
}

const manifest = `<?xml version="1.0" encoding="UTF-8"?>
<!--Generated with https://github.com/shaka-project/shaka-packager-->
<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT60S">
  <Period id="0"/>
</MPD>
`;

const playlist = `#EXTM3U
#EXT-X-STREAM-INF:BANDWIDTH=90000,CODECS="avc1.64000c",RESOLUTION=320x180
v180/media.m3u8
`;

/**
 * A published video with its sealed keys and its manifest, put in place without a conversion.
 * @param video.files what else lies in its folder: `v180/1.m4s`
 */
export async function addReadyVideo(
  server: TestServer,
  video: {
    durationSeconds?: number;
    files?: Readonly<Record<string, Uint8Array>>;
    classes?: readonly QualityClass[];
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
  // As the packager leaves it; an nginx in front reads as another user.
  await chmod(folder, 0o755);
  await writeFile(path.join(folder, 'manifest.mpd'), manifest);
  await writeFile(path.join(folder, 'master.m3u8'), playlist);
  for (const [name, bytes] of Object.entries(video.files ?? {})) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), bytes);
  }
  await storage.publish(folder, mediaPrefix);
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
      created_by: createdBy,
      created_at: now,
      updated_at: now,
    })
    .execute();
  const classes = video.classes ?? ['AUDIO', 'SD'];
  const made = classes.map((quality) => ({
    quality,
    keyId: randomBytes(16),
    key: randomBytes(16),
  }));
  await db
    .insertInto('content_keys')
    .values(
      made.map(({ quality, keyId, key }) => ({
        key_id: keyId,
        video_id: videoId,
        quality_class: quality,
        sealed_key: seal(masterKey, key, `content-key:${videoId}:${quality}`),
        created_at: now,
      })),
    )
    .execute();
  return { videoId, keys: made.map(({ keyId, key }) => ({ keyId, key })) };
}
