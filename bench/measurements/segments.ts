import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { compareUnderLoad } from '../load/compare.ts';
import type { Measurement } from '../measurement.ts';
import { requestText } from '../rig/api-client.ts';
import { startNginx } from '../rig/nginx.ts';
import { openPlayback } from '../rig/playback.ts';

const connections = 8;
const requestsPerRound = 1200;
const megabyte = 1_000_000;

/** Segments of 1080 lines by signed path and watch pass, against the same files from nginx. */
export const segments: Measurement = {
  name: 'segments',
  async run(rig) {
    const site = await rig.site();
    const videoId = await site.lessonId();
    await site.signInAgain();
    const lessonDir = path.join(site.dataDir, 'media', 'videos', videoId);
    const names = (await readdir(path.join(lessonDir, 'v1080')))
      .filter((name) => name.endsWith('.m4s'))
      .map((name) => `v1080/${name}`);
    const { mediaPath } = await openPlayback(site, videoId);
    const headers = { cookie: site.learner.cookieHeader() };
    const nginx = await startNginx(rig.scratchDir, lessonDir);
    const from = (base: string, sent: Readonly<Record<string, string>>) => async () => ({
      requests: names.map((name) => requestText('GET', new URL(name, base), sent)),
      repeat: Math.ceil(requestsPerRound / names.length),
    });
    try {
      const ours = new URL(mediaPath, site.origin).href;
      const rates = await compareUnderLoad(
        { port: site.port, pid: site.pid, connections, requests: from(ours, headers) },
        {
          ...{ port: nginx.port, pid: nginx.pid, connections },
          requests: from(`http://127.0.0.1:${nginx.port}/`, {}),
        },
      );
      if (rates.ours.bytesPerAnswer !== rates.peer.bytesPerAnswer) {
        throw new Error('nginx did not serve the same bytes');
      }
      return [
        {
          name: 'segments of 1080 lines',
          unit: 'MB/s',
          ours: rates.ours.bytesPerSecond / megabyte,
          against: { what: 'nginx, sendfile', value: rates.peer.bytesPerSecond / megabyte },
          goal: { atLeast: 0.7 },
          details: rates,
        },
      ];
    } finally {
      await nginx.stop();
    }
  },
};
