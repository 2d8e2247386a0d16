import type { VideoRung } from './ladder.ts';
import type { MediaTools } from './resolve-tools.ts';

/** Pictures of a rung that `transcodeLadder` wrote, which has a key picture every two seconds. */
export type PicturesRequest = {
  inputPath: string;
  rung: Pick<VideoRung, 'width' | 'height'>;
  durationSeconds: number;
  /** Emptied first; gets `1.jpg`, `2.jpg`, … and `index.vtt`. */
  outDir: string;
  tools: MediaTools;
  signal?: AbortSignal | undefined;
};

/** A picture, as the whole or a part of a file beside the track, and the stretch it stands for. */
export type PictureCue = {
  fromSeconds: number;
  toSeconds: number;
  file: string;
  /** In pixels of the file. */
  part: { x: number; y: number; width: number; height: number };
};

/** A WebVTT track whose cues name parts of pictures (W3C Media Fragments: `#xywh`). */
export function pictureTrack(cues: readonly PictureCue[]): string {
  const texts = cues.map(({ fromSeconds, toSeconds, file, part }) => {
    const place = `xywh=${part.x},${part.y},${part.width},${part.height}`;
    return `${clock(fromSeconds)} --> ${clock(toSeconds)}\n${file}#${place}\n`;
  });
  return `WEBVTT\n\n${texts.join('\n')}`;
}

function clock(seconds: number): string {
  const ms = Math.round(seconds * 1000);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const rest = String(ms % 1000).padStart(3, '0');
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}.${rest}`;
}
