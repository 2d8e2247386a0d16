import { copyFile, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openWorkshop } from './clips.fixture.ts';
import { MediaError } from './media-error.ts';
import { reencodePicture } from './picture.ts';
import { runTool } from './run-tool.ts';

type Workshop = Awaited<ReturnType<typeof openWorkshop>>;

async function verdictOn(shop: Workshop, name: string): Promise<string> {
  const inputPath = shop.at('picture');
  await copyFile(shop.at(name), inputPath);
  return reencodePicture({ inputPath, outPath: shop.at('out.jpg'), tools: shop.tools }).then(
    () => 'made',
    (error: unknown) => (error instanceof MediaError ? error.code : String(error)),
  );
}

async function sizeOf(shop: Workshop): Promise<string> {
  const { stdout } = await runTool({
    program: shop.tools.ffprobe,
    args: [
      ...['-v', 'error', '-of', 'csv=p=0', '-show_entries', 'stream=codec_name,width,height'],
      shop.at('out.jpg'),
    ],
    guard: shop.tools.guard,
    timeoutMs: 20_000,
  });
  return stdout.trim();
}

test.each([
  ['a.png', '1921x1081', 'mjpeg,1280,720'],
  ['a.jpg', '301x200', 'mjpeg,300,200'],
  ['a.webp', '720x2400', 'mjpeg,384,1280'],
])('%s of %s becomes an ordinary JPEG', async (name, size, expected) => {
  await using shop = await openWorkshop();
  await shop.ffmpeg('-f', 'lavfi', '-i', `testsrc2=s=${size}:d=1`, '-frames:v', '1', shop.at(name));
  expect(await verdictOn(shop, name)).toBe('made');
  expect(await sizeOf(shop)).toBe(expected);
});

test('a file that is not a picture, or too large a one, is refused', async () => {
  await using shop = await openWorkshop();
  const clip = await shop.clip('in.mp4', '320x180', 1);
  expect(clip).toBe(shop.at('in.mp4'));
  expect(await verdictOn(shop, 'in.mp4')).toBe('broken_file');
  await writeFile(shop.at('list'), 'ffconcat version 1.0\nfile in.mp4\n');
  expect(await verdictOn(shop, 'list')).toBe('broken_file');
  await writeFile(shop.at('drawing'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  expect(await verdictOn(shop, 'drawing')).toBe('broken_file');
  const vast = Buffer.from('89504e470d0a1a0a0000000d494844520000ffdc0000ffdc0802000000', 'hex');
  await writeFile(shop.at('vast.png'), Buffer.concat([vast, Buffer.alloc(200)]));
  expect(await verdictOn(shop, 'vast.png')).toMatch(/^(?:too_large_picture|broken_file)$/);
});
