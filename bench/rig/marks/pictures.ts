import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { MediaTools } from '@prahari/media';
import type { Page } from 'playwright';
import { findFilm } from '../clip.ts';

const pictureNames = ['white slide', 'dark film', 'busy picture'] as const;
type PictureName = (typeof pictureNames)[number];

export interface LessonPicture {
  readonly name: PictureName;
  /** 480 lines, as most learners' connections allow. */
  readonly png: Buffer;
}

const size = { width: 854, height: 480 } as const;
/** Grass, fur and leaves. */
const busySecond = '12';

const slide = `<!doctype html><style>
  body { margin: 0; background: #fff; color: #111; font: 20px sans-serif }
  h1 { margin: 34px 60px 14px; color: #0b4f6c; font-size: 32px }
  li { margin: 10px 24px; max-width: 26em }
  svg { position: absolute; right: 60px; bottom: 60px }
</style><h1>Refraction at a plane surface</h1><ul>
  <li>A ray bends towards the normal where it enters the denser medium.</li>
  <li>n₁ sin θ₁ = n₂ sin θ₂</li><li>Beyond the critical angle all of it is reflected.</li></ul>
<svg width="260" height="170" fill="none" stroke="#0b4f6c" stroke-width="3">
  <path d="M0 85h260M130 0v170M30 10l100 75 60 80"/></svg>`;

/** What marks are judged over. */
export async function makePictures(
  page: Page,
  tools: MediaTools,
  folder: string,
): Promise<readonly LessonPicture[]> {
  await page.setViewportSize(size);
  await page.setContent(slide);
  const frame = async (name: PictureName, filter: string) => {
    const film = findFilm();
    const source = film ? ['-ss', busySecond, '-i', film] : ['-f', 'lavfi', '-i', 'testsrc2'];
    const file = path.join(folder, `${name}.png`);
    const scale = `scale=${size.width}:${size.height}${filter}`;
    const quiet = ['-nostdin', '-v', 'error', '-y'];
    const args = [...quiet, ...source, '-frames:v', '1', '-vf', scale, file];
    await promisify(execFile)(tools.ffmpeg, args);
    return { name, png: await readFile(file) };
  };
  return [
    { name: 'white slide', png: await page.screenshot() },
    await frame('dark film', ',lutyuv=y=16+(val-16)*0.2:u=128+(val-128)*0.4:v=128+(val-128)*0.4'),
    await frame('busy picture', ''),
  ];
}
