import type { Ladder, VideoRung } from './ladder.ts';
import type { SourceFacts } from './probe.ts';
import type { MediaTools } from './resolve-tools.ts';
import { encoderOf, surfaceFilters } from './video-encoder.ts';

/**
 * The filter graph that makes the pictures of every rung, upright, progressive, at one steady rate,
 * in 8-bit 4:2:0 of ordinary range. Each rung is scaled from the one above it, which costs half of
 * scaling each from the source.
 */
export function filterGraph(
  { video, frameRate }: Ladder,
  facts: SourceFacts,
  tools: Pick<MediaTools, 'canMapTones' | 'encoder'>,
): string {
  const { numerator, denominator } = frameRate;
  // From 0, so that picture and sound start together when the picture comes late.
  const steps = [`fps=${numerator}/${denominator}:start_time=0`];
  if (facts.interlaced) steps.unshift('yadif=deint=interlaced');
  const chains = video.map((rung, index) => {
    const isFirst = index === 0;
    const from = isFirst ? `[0:${facts.videoStream}]${steps.join(',')},` : `[below${index}]`;
    const tones = isFirst && tools.canMapTones ? toneSteps(facts.range) : [];
    const filters = [scaleOf(rung), ...tones, 'setsar=1', 'format=yuv420p'];
    const isLast = index === video.length - 1;
    // Smaller rungs go on from the picture itself; only the encoder's own goes into its hardware.
    const surface = surfaceFilters(encoderOf(tools.encoder, rung));
    const made = surface.length === 0 ? rung.name : `${rung.name}picture`;
    const to = isLast ? `[${made}]` : `,split=2[${made}][below${index + 1}]`;
    const upload = surface.length === 0 ? '' : `;[${made}]${surface.join(',')}[${rung.name}]`;
    return `${from}${filters.join(',')}${to}${upload}`;
  });
  return chains.join(';');
}

function scaleOf({ width, height }: VideoRung): string {
  return `scale=${width}:${height}`;
}

const curves = { pq: 'smpte2084', hlg: 'arib-std-b67' } as const;

/** From BT.2100 to BT.709 by linear light, after scaling down: it is dear for each pixel. */
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
