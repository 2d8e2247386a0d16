// Run by `bench -- offline`: a program of its own, since bench/ loads no code of the web app.
import { createIvSource, deriveCopyKey, seal, unseal } from '../seal.ts';

const rounds = 40;
/** A few seconds of a lesson at 720 lines. */
const segmentBytes = 600_000;

const key = await deriveCopyKey(new Uint8Array(32), { copyId: 'c', deviceId: 'd', print: 'p' });
const newIv = createIvSource();
const segment = new Uint8Array(segmentBytes).map((_, at) => (at * 31) & 255);
const label = 'c\nv720/1.m4s';
const times = { segmentBytes, ours: [] as number[], bare: [] as number[] };

async function time(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

for (let round = 0; round <= rounds; round += 1) {
  const ours = await time(async () => unseal(key, await seal(key, newIv(), label, segment), label));
  const algorithm = { name: 'AES-GCM', iv: newIv() };
  const bare = await time(async () =>
    crypto.subtle.decrypt(algorithm, key, await crypto.subtle.encrypt(algorithm, key, segment)),
  );
  // The first round compiles.
  if (round === 0) continue;
  times.ours.push(ours);
  times.bare.push(bare);
}
// biome-ignore lint/suspicious/noConsole: it is a program, and this is its answer
console.log(JSON.stringify(times));
