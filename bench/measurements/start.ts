import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Measurement } from '../measurement.ts';
import { startPrahari } from '../rig/prahari.ts';
import type { Row, Unit } from '../row.ts';
import { median } from '../statistics.ts';

const rounds = 3;
const coldLimitSeconds = 15;
const warmLimitSeconds = 3;

type Kind = 'cold' | 'warm by npm' | 'warm by node';

/** From the spawn to the line that says it is ready, on an empty and on a used data folder. */
export const start: Measurement = {
  name: 'start',
  async run({ scratchDir }) {
    const times: Record<Kind, number[]> = { cold: [], 'warm by npm': [], 'warm by node': [] };
    async function time(kind: Kind, dataDir: string): Promise<void> {
      const by = kind === 'warm by npm' ? 'npm' : 'node';
      const server = await startPrahari({ dataDir, by });
      times[kind].push(server.readyMs / 1000);
      await server.stop();
    }
    for (let round = 0; round < rounds; round += 1) {
      const dataDir = path.join(scratchDir, `start-${round}`);
      await mkdir(dataDir, { mode: 0o711 });
      await time('cold', dataDir);
      await time('warm by npm', dataDir);
      await time('warm by node', dataDir);
    }
    const row = (kind: Kind, name: string, limitSeconds: number): Row => ({
      name,
      unit: 's' satisfies Unit,
      ours: median(times[kind]),
      against: { what: 'limit', value: limitSeconds },
      goal: { atMost: 1 },
      details: { roundsSeconds: times[kind] },
    });
    return [
      row('cold', 'cold start, empty data folder', coldLimitSeconds),
      row('warm by npm', 'warm start, npm start', warmLimitSeconds),
      row('warm by node', 'warm start, server alone', warmLimitSeconds),
    ];
  },
};
