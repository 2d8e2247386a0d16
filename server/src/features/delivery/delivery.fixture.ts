import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { endpoints } from '@prahari/contract';
import { expect, vi } from 'vitest';
import { findMediaTools } from '../../testing/media-tools.ts';
import { startTestServer } from '../../testing/start-test-server.ts';
import { uploadVideo } from '../../testing/upload-video.ts';
import { makeVideoClip } from '../../testing/video-clip.ts';

/** Starts a server whose worker has made two published videos of one clip. */
export async function startServerWithTwoVideos() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'prahari-delivery-'));
  const { bytes: content } = await makeVideoClip(await findMediaTools(), folder);
  await rm(folder, { recursive: true });
  const server = await startTestServer({ worker: true });
  const admin = await server.superAdmin();
  const form = { title: 'Waves', publish: true, content };
  const { videoId } = await uploadVideo(server.origin, admin, form);
  const { videoId: otherVideoId } = await uploadVideo(server.origin, admin, form);
  await vi.waitFor(
    async () => {
      const { items } = await admin.call(endpoints.videos.list, {});
      // A video is ready before its pictures for the bar are.
      const whole = items.filter((video) => video.status === 'ready' && video.storyboardUrl);
      expect(whole).toHaveLength(2);
    },
    { timeout: 120_000, interval: 150 },
  );
  return { server, videoId, otherVideoId };
}
