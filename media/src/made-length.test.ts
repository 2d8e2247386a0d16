import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readMadeSeconds } from './made-length.ts';

const box = (type: string, ...parts: Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
};

/** As `mvhd` begins; 80 bytes of it follow that say nothing about times. */
function movieHeader(version: 0 | 1, ticksASecond: number, ticks: number): Buffer {
  const times = Buffer.alloc(version === 0 ? 16 : 28);
  times.writeUInt32BE(ticksASecond, version === 0 ? 8 : 16);
  if (version === 0) times.writeUInt32BE(ticks, 12);
  else times.writeBigUInt64BE(BigInt(ticks), 20);
  return box('mvhd', Buffer.from([version, 0, 0, 0]), times, Buffer.alloc(80));
}

const begin = [box('ftyp', Buffer.from('isom')), box('mdat', Buffer.alloc(5000))];
const whole = (header: Buffer) => Buffer.concat([...begin, box('moov', header)]);
const endless = Buffer.concat([box('ftyp'), Buffer.from([0, 0, 0, 0]), Buffer.from('mdat')]);

test.each([
  ['a header', whole(movieHeader(0, 1000, 5021)), 5.021],
  ['a header of long times', whole(movieHeader(1, 90_000, 90_000 * 86_400)), 86_400],
  ['no moment', whole(movieHeader(0, 0, 1000)), 0],
  ['another box first', whole(box('trak', Buffer.alloc(100))), 0],
  ['no header, since nothing was encoded', Buffer.concat(begin), 0],
  ['media without an end', endless, 0],
  ['nothing', Buffer.alloc(0), 0],
  ['a header that is cut off', whole(movieHeader(0, 1000, 5021)).subarray(0, -90), 0],
])('the length of a file with %s', async (_, bytes, seconds) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'prahari-made-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'made.mp4');
  await writeFile(file, bytes);
  expect(await readMadeSeconds(file)).toBe(seconds);
});
