import type { Ladder, VideoRendition } from './ladder.ts';
import type { SourceFacts } from './probe.ts';
import type { MediaTools } from './resolve-tools.ts';
import { chooseRenditionEncoder, listSurfaceFilters } from './video-encoder.ts';

/**
 * Builds the filter graph that makes the pictures of every rendition, upright, progressive, at one steady rate,
 * in 8-bit 4:2:0 of ordinary range. Each rendition is scaled from the one above it, which costs half of
 * scaling each from the source.
 * @param isPiece whether pictures may come from before the first one that is wanted
 */
export function filterGraph(
  { video, frameRate }: Ladder,
  facts: SourceFacts,
  tools: Pick<MediaTools, 'canMapTones' | 'encoder'>,
  isPiece = false,
): string {
  const steps = [...scanSteps(facts), ...rateSteps(frameRate, facts)];
  // After the steady rate: the picture shown at the beginning may have come long before it.
  if (isPiece) steps.push('trim=start=0');
  const chains = video.map((rendition, index) => {
    const isFirst = index === 0;
    const from = isFirst ? `[0:${facts.videoStream}]${steps.join(',')},` : `[below${index}]`;
    const tones = isFirst && tools.canMapTones ? toneSteps(facts.range) : [];
    const filters = [formatScale(rendition), ...tones, 'setsar=1', 'format=yuv420p'];
    const isLast = index === video.length - 1;
    // Smaller renditions are made from the picture itself; only the encoder's own is uploaded to
    // its hardware.
    const surface = listSurfaceFilters(chooseRenditionEncoder(tools.encoder, rendition));
    const made = surface.length === 0 ? rendition.name : `${rendition.name}picture`;
    const to = isLast ? `[${made}]` : `,split=2[${made}][below${index + 1}]`;
    const upload = surface.length === 0 ? '' : `;[${made}]${surface.join(',')}[${rendition.name}]`;
    return `${from}${filters.join(',')}${to}${upload}`;
  });
  return chains.join(';');
}

/** Joins the fields of a picture into a whole one, and restores the pictures of film. */
function scanSteps({ scan }: SourceFacts): string[] {
  if (scan === 'progressive') return [];
  const weave = 'bwdif=mode=send_frame:deint=interlaced';
  // A picture not marked as fields is whole; unmarked recordings were checked for that.
  if (scan === 'interlaced') return ['bwdif=mode=send_frame:deint=all'];
  return ['fps=30000/1001', 'fieldmatch', weave, 'decimate'];
}

/**
 * Makes one steady rate, and holds the last picture until the sound ends. The output repeats the
 * first one from 0 (`fps_mode`): done here, that would start over with each change of the picture's
 * size.
 */
function rateSteps(
  { numerator, denominator }: Ladder['frameRate'],
  { durationSeconds, videoSeconds }: SourceFacts,
): string[] {
  const standing = durationSeconds - videoSeconds;
  const steady = `fps=${numerator}/${denominator}`;
  if (standing * numerator < denominator) return [steady];
  return [steady, `tpad=stop_mode=clone:stop_duration=${standing.toFixed(3)}`];
}

/**
 * Sets a picture whose shape changes in mid-video on black, without distortion; ignores rounding by
 * a pixel.
 */
function formatScale({ width, height }: VideoRendition): string {
  const isAlike = `lt(abs(dar*${height}/${width}-1),0.03)`;
  const fitted = (side: number, other: string) => `trunc(min(${side},${other})/2)*2`;
  const w = `if(${isAlike},${width},${fitted(width, `${height}*dar`)})`;
  const h = `if(${isAlike},${height},${fitted(height, `${width}/dar`)})`;
  return `scale=w='${w}':h='${h}',pad=${width}:${height}:-1:-1`;
}

const curves = { pq: 'smpte2084', hlg: 'arib-std-b67' } as const;

/**
 * Converts BT.2100 to BT.709 in linear light, after scaling down: it is expensive for each pixel.
 */
function toneSteps(range: SourceFacts['range']): string[] {
  if (range === 'sdr') return [];
  return [
    `zscale=tin=${curves[range]}:min=bt2020nc:pin=bt2020:t=linear:npl=100`,
    'format=gbrpf32le',
    'zscale=p=bt709',
    'tonemap=tonemap=hable:desat=0',
    'zscale=t=bt709:m=bt709:r=tv',
  ];
}
