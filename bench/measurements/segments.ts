import path from 'node:path';
import { requestText } from '@prahari/virtual-learners';
import { compareUnderLoad } from '../load/compare.ts';
import type { Measurement } from '../measurement.ts';
import { startNginx } from '../rig/nginx.ts';
import { setPacing } from '../rig/pacing.ts';
import { openPlayback } from '../rig/playback.ts';
import { readResidentBytes } from '../rig/resident-bytes.ts';
import { addTwoMegabyteSegments } from '../rig/two-megabyte-segments.ts';

const connections = 8;
const requestsPerRound = 720;
const megabyte = 1_000_000;

/** Segments of 2 MB by signed URL and media cookie, against the same files from nginx. */
export const segments: Measurement = {
  name: 'segments',
  async run(rig) {
    const site = await rig.site();
    const videoId = await site.lessonId();
    await site.signInAgain();
    const lessonDir = path.join(site.dataDir, 'media', 'videos', videoId);
    const names = await addTwoMegabyteSegments(lessonDir);
    const { mediaPath } = await openPlayback(site, videoId);
    const headers = { cookie: site.learner.cookieHeader() };
    const nginx = await startNginx(rig.scratchDir, lessonDir);
    const from = (base: string, sent: Readonly<Record<string, string>>) => async () => ({
      requests: names.map((name) => requestText('GET', new URL(name, base), sent)),
      repeat: Math.ceil(requestsPerRound / names.length),
    });
    try {
      await setPacing(site, false);
      const ours = new URL(mediaPath, site.origin).href;
      const heldMb: number[] = [];
      const rates = await compareUnderLoad(
        {
          port: site.port,
          pid: site.pid,
          connections,
          requests: from(ours, headers),
          finished: async () => void heldMb.push(readResidentBytes(site.pid) / megabyte),
        },
        {
          port: nginx.port,
          pid: nginx.pid,
          connections,
          requests: from(`http://127.0.0.1:${nginx.port}/`, {}),
        },
      );
      if (rates.ours.bytesPerAnswer !== rates.peer.bytesPerAnswer) {
        throw new Error('nginx did not serve the same bytes');
      }
      return [
        {
          name: 'segments of 2 MB',
          unit: 'MB/s',
          ours: rates.ours.bytesPerSecond / megabyte,
          against: { what: 'nginx, sendfile', value: rates.peer.bytesPerSecond / megabyte },
          goal: { atLeast: 0.7 },
          details: rates,
        },
        {
          name: 'memory under segments',
          unit: 'MB',
          ours: heldMb.at(-1) ?? 0,
          // The first fills the cache, and what the runtime keeps for itself.
          against: { what: 'after the first of the rounds', value: heldMb[0] ?? 0 },
          goal: { atMost: 1.15 },
          details: { heldMb: heldMb.map(Math.round) },
        },
      ];
    } finally {
      await nginx.stop();
      await setPacing(site, true);
    }
  },
};
