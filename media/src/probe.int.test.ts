import { appendFile, copyFile, readFile, truncate, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openWorkshop } from './clips.fixture.ts';
import { MediaError } from './media-error.ts';
import { probe, requireUnchanged } from './probe.ts';

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error: unknown) => (error instanceof MediaError ? error.code : String(error)),
  );

test('genuine files are described as they will be seen', async () => {
  await using shop = await openWorkshop();
  const { tools, clip, at, ffmpeg } = shop;
  const flat = await clip('flat.mp4', '320x180', 2);
  expect(await probe(flat, { tools })).toMatchObject({
    container: 'mp4',
    width: 320,
    height: 180,
    videoCodec: 'h264',
    sounds: [{ codec: 'aac' }],
    frameRate: 30,
    sizeBytes: (await readFile(flat)).length,
  });
  await ffmpeg('-i', flat, '-c', 'copy', '-metadata:s:v', 'rotate=90', at('turned.mp4'));
  expect(await probe(at('turned.mp4'), { tools })).toMatchObject({ width: 180, height: 320 });
  await ffmpeg('-i', flat, '-c', 'copy', at('-odd, näme.mkv'));
  const matroska = await probe(at('-odd, näme.mkv'), { tools });
  expect(matroska).toMatchObject({ container: 'matroska', width: 320 });
  expect(matroska.videoSeconds).toBeCloseTo(2, 1);
});

test('files that are not videos are refused, each for its own reason', async () => {
  await using shop = await openWorkshop();
  const { tools, clip, at, ffmpeg } = shop;
  const inspect = (name: string) => codeOf(probe(at(name), { tools }));
  const whole = await clip('whole.mp4', '320x180', 2);
  await clip('early-index.mp4', '320x180', 2, '-movflags', '+faststart');

  await writeFile(at('empty.mp4'), '');
  expect(await inspect('empty.mp4')).toBe('empty_file');
  await writeFile(at('text.mp4'), 'These are the notes of the video.');
  expect(await inspect('text.mp4')).toBe('unknown_format');
  await writeFile(at('list.mp4'), '#EXTM3U\n#EXTINF:2,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n');
  expect(await inspect('list.mp4')).toBe('playlist_file');

  await copyFile(whole, at('no-index.mp4'));
  await truncate(at('no-index.mp4'), 20_000);
  expect(await inspect('no-index.mp4')).toBe('no_index');
  await truncate(at('early-index.mp4'), 20_000);
  expect(await inspect('early-index.mp4')).toBe('cut_short');
  await ffmpeg('-i', whole, '-c', 'copy', at('cut.mkv'));
  await truncate(at('cut.mkv'), 20_000);
  expect(await inspect('cut.mkv')).toBe('cut_short');

  await ffmpeg('-i', whole, '-vn', '-c', 'copy', at('sound.mp4'));
  expect(await inspect('sound.mp4')).toBe('no_video');
});

test('a picture with absurd dimensions is refused before it is decoded', async () => {
  await using shop = await openWorkshop();
  const path = shop.at('vast.mkv');
  await shop.ffmpeg('-f', 'lavfi', '-i', 'color=s=8704x4608:r=2:d=1', '-c:v', 'mjpeg', path);
  expect(await codeOf(probe(path, { tools: shop.tools }))).toBe('too_large_picture');
});

test('a playlist inside a real header reaches no other file', async () => {
  await using shop = await openWorkshop();
  const head = Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42#EXTM3U\n#EXTINF:2,\n/etc/passwd\n');
  await writeFile(shop.at('polyglot.mp4'), head);
  expect(await codeOf(probe(shop.at('polyglot.mp4'), { tools: shop.tools }))).toBe('no_index');
});

test('a source that is another one than was probed is refused', async () => {
  await using shop = await openWorkshop();
  const { tools, clip, at } = shop;
  const source = await clip('source.mp4', '320x180', 2);
  const facts = await probe(source, { tools });
  expect(await codeOf(requireUnchanged(source, facts))).toBe('accepted');
  await appendFile(source, Buffer.alloc(64));
  expect(await codeOf(requireUnchanged(source, facts))).toBe('broken_file');
  await truncate(at('source.mp4'), 20_000);
  expect(await codeOf(requireUnchanged(source, facts))).toBe('no_index');
});
