import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type KillMatrix, startKillMatrix, type Tally, victims } from './testing/kill-matrix.ts';

const rounds = Number(process.env['KILL_ROUNDS'] ?? 200);
const terminateForMs = Number(process.env['KILL_TERMINATE_SECONDS'] ?? 60) * 1000;
/** Only a database at the end of a line has one that can be cut. */
const ofLines = new Set(['connections dropped', 'silent line']);

describe.each(['embedded', 'external'] as const)('over an %s database', (kind) => {
  let matrix: KillMatrix;
  beforeAll(async () => {
    matrix = await startKillMatrix(kind);
  });
  afterAll(() => matrix.stop());

  const expectNothingLost = () => {
    expect(matrix.tally).toMatchObject({ deaths: 0, needPerson: 0, unexpected: [] });
    expect(matrix.tally.found).toBe(matrix.tally.acknowledged);
  };

  it('nothing acknowledged is lost while every backend is terminated again and again', async () => {
    await matrix.terminateAllFor(terminateForMs);
    print(`${kind}, terminated for ${terminateForMs / 1000} s`, matrix.tally);
    expectNothingLost();
  });

  it(`nothing acknowledged is lost in ${rounds / 2} rounds of kills`, async () => {
    const mine = victims.filter((victim) => kind === 'external' || !ofLines.has(victim));
    for (let round = 0; round < rounds / 2; round += 1) {
      await matrix.round(mine[round % mine.length] ?? 'postmaster');
    }
    print(`${kind}, ${rounds / 2} rounds`, matrix.tally);
    expectNothingLost();
  });
});

function print(what: string, tally: Tally): void {
  const { acknowledged, found, refused, cut, deaths, needPerson, slowestCallMs } = tally;
  const lines = [...tally.backMs].map(([victim, times]) => {
    const worst = Math.round(Math.max(...times));
    return `  ${victim}: ${times.length} times, back within ${worst} ms`;
  });
  const counts = `${acknowledged} acknowledged, ${found} found, ${refused} refused (503), ${cut} cut`;
  const ends = `${deaths} deaths, ${needPerson} need a person, slowest call ${Math.round(slowestCallMs)} ms`;
  const odd = [...new Set(tally.unexpected)].slice(0, 5).map((one) => `  unexpected: ${one}`);
  process.stdout.write(`${[`${what}: ${counts}; ${ends}`, ...lines, ...odd].join('\n')}\n`);
}
