import path from 'node:path';
import { requestText } from '@prahari/virtual-learners';
import { compareUnderLoad } from '../load/compare.ts';
import type { Measurement } from '../measurement.ts';
import { startNginx } from '../rig/nginx.ts';
import { type FrontConfiguration, startFront } from '../rig/nginx-in-front.ts';
import { setPacing } from '../rig/pacing.ts';
import { openPlayback } from '../rig/playback.ts';
import { addTwoMegabyteSegments } from '../rig/two-megabyte-segments.ts';
import type { Row } from '../row.ts';

const connections = 8;
const requestsPerRound = 720;
const megabyte = 1_000_000;

const ways: readonly { name: string; configuration: FrontConfiguration; atLeast: number }[] = [
  { name: 'segments by X-Accel-Redirect', configuration: 'x-accel.conf', atLeast: 0.75 },
  { name: 'segments checked by nginx', configuration: 'checked-paths.conf', atLeast: 0.95 },
];

/** Segments behind nginx as it is deployed, against a bare nginx with the same files. */
export const segmentsByNginx: Measurement = {
  name: 'segments-by-nginx',
  async run(rig) {
    const site = await rig.site();
    const videoId = await site.lessonId();
    const lessonDir = path.join(site.dataDir, 'media', 'videos', videoId);
    const names = await addTwoMegabyteSegments(lessonDir);
    const bare = await startNginx(rig.scratchDir, lessonDir);
    const rows: Row[] = [];
    try {
      await setPacing(site, false);
      for (const { name, configuration, atLeast } of ways) {
        const front = await startFront(site, rig.scratchDir, configuration);
        try {
          await site.signInAgain();
          const { mediaPath } = await openPlayback(site, videoId);
          const headers = { cookie: site.learner.cookieHeader() };
          const from = (base: string, sent: Readonly<Record<string, string>>) => async () => ({
            requests: names.map((one) => requestText('GET', new URL(one, base), sent)),
            repeat: Math.ceil(requestsPerRound / names.length),
          });
          const rates = await compareUnderLoad(
            {
              port: front.port,
              pid: front.pid,
              connections,
              requests: from(`http://127.0.0.1:${front.port}${mediaPath}`, headers),
            },
            {
              port: bare.port,
              pid: bare.pid,
              connections,
              requests: from(`http://127.0.0.1:${bare.port}/`, {}),
            },
          );
          if (rates.ours.bytesPerAnswer !== rates.peer.bytesPerAnswer) {
            throw new Error('nginx did not serve the same bytes');
          }
          rows.push({
            name,
            unit: 'MB/s',
            ours: rates.ours.bytesPerSecond / megabyte,
            against: { what: 'nginx, sendfile', value: rates.peer.bytesPerSecond / megabyte },
            goal: { atLeast },
            details: rates,
          });
        } finally {
          await front.stop();
        }
      }
    } finally {
      await bare.stop();
      await setPacing(site, true);
    }
    return rows;
  },
};
