import { afterAll, beforeAll, expect, it } from 'vitest';
import { type KillMatrix, startKillMatrix } from './testing/kill-matrix.ts';

let matrix: KillMatrix;
beforeAll(async () => {
  matrix = await startKillMatrix('embedded');
});
afterAll(() => matrix.stop());

it.each(['backend killed', 'postmaster', 'every backend'] as const)(
  'survives the kill of its database: %s',
  async (victim) => {
    await matrix.round(victim);
    expect(matrix.tally).toMatchObject({ deaths: 0, needPerson: 0, unexpected: [] });
    expect(matrix.tally.acknowledged).toBeGreaterThan(0);
    expect(matrix.tally.found).toBe(matrix.tally.acknowledged);
  },
);
