import { endpoints, type Stream } from '@prahari/contract';
import type { SignedIn } from './accounts.ts';

/** From the confirmed password to an open playback session, as the player does it. @throws ApiError */
export async function openPlayback(
  { client, password }: SignedIn,
  videoId: string,
): Promise<Stream> {
  await client.call(endpoints.auth.validatePassword, { body: { password } });
  const { userToken } = await client.call(endpoints.drm.generateToken, { body: { videoId } });
  return client.call(endpoints.videos.stream, { params: { id: videoId }, body: { userToken } });
}

export interface MediaOfManifest {
  readonly initUrl: string;
  readonly firstSegmentUrl: string;
}

/** Where a manifest says that the media of each representation lies, absolute. */
export function listMedia(manifest: string, origin: string): MediaOfManifest[] {
  const base = /<BaseURL>([^<]+)<\/BaseURL>/.exec(manifest)?.[1] ?? '';
  const absolute = (name: string) => new URL(name, new URL(base, origin)).href;
  return [...manifest.matchAll(/<SegmentTemplate [^>]*>/g)].map(([tag]) => ({
    initUrl: absolute(readAttribute(tag, 'initialization')),
    firstSegmentUrl: absolute(
      readAttribute(tag, 'media').replace('$Number$', readAttribute(tag, 'startNumber') || '1'),
    ),
  }));
}

/** The key ids that a manifest names (ISO/IEC 23001-7), as the CDM asks for them: base64url. */
export function readKeyIds(manifest: string): string[] {
  const uuids = [...manifest.matchAll(/default_KID="([^"]+)"/g)].map(([, uuid = '']) => uuid);
  const ids = uuids.map((uuid) => Buffer.from(uuid.replaceAll('-', ''), 'hex'));
  return [...new Set(ids.map((id) => id.toString('base64url')))];
}

function readAttribute(tag: string, name: string): string {
  return new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '';
}
