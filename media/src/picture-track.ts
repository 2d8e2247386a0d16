import type { VideoRendition } from './ladder.ts';
import { shortestSegmentSeconds } from './segment-plan.ts';

/** Pictures of a rendition that `transcodeLadder` wrote. */
export type PicturesRequest = {
  inputPath: string;
  rendition: Pick<VideoRendition, 'width' | 'height'>;
  durationSeconds: number;
  /** How often the rendition has a key picture. */
  segmentSeconds: number;
  /** Emptied first; gets `1.jpg`, `2.jpg`, … and `index.vtt`. */
  outDir: string;
};

/**
 * Lists ffmpeg's options that decode no more of a rendition than it takes for pictures two seconds apart: key
 * pictures alone, or all that others are made of where those lie further apart (a tenth of a second
 * for a minute of slides).
 */
export function listDecodingArguments({
  segmentSeconds,
}: Pick<PicturesRequest, 'segmentSeconds'>): string[] {
  return ['-skip_frame', segmentSeconds <= shortestSegmentSeconds ? 'nokey' : 'noref'];
}

/**
 * A picture, as the whole or a part of a file beside the track, and the time for which it is shown.
 */
export type PictureCue = {
  fromSeconds: number;
  toSeconds: number;
  file: string;
  /** In pixels of the file. */
  part: { x: number; y: number; width: number; height: number };
};

/** Writes a WebVTT track whose cues name parts of pictures (W3C Media Fragments: `#xywh`). */
export function formatPictureTrack(cues: readonly PictureCue[]): string {
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
