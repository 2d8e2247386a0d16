import type { Finding } from './finding.ts';

/** How well this machine plays one picture size. */
export interface DecodingFacts {
  readonly lines: number;
  readonly supported: boolean;
  /** At its full rate of pictures, by the browser's own experience. */
  readonly smooth: boolean;
}

export interface CodecFacts {
  readonly video: readonly DecodingFacts[];
  readonly hasSound: boolean;
}

/** Every video has a rendition of at most this many lines, which is the least that must play. */
const leastLines = 480;

/** Videos must be decoded here, and fast enough. */
export function judgeCodecs({ video, hasSound }: CodecFacts): Finding {
  const facts = [
    ...video.map(({ lines, supported, smooth }) => {
      return `${lines}p ${supported ? (smooth ? 'smooth' : 'not smooth') : 'no'}`;
    }),
    `sound ${hasSound ? 'yes' : 'no'}`,
  ].join(', ');
  const least = video.filter(({ lines }) => lines <= leastLines);
  if (!hasSound || !least.some(({ supported }) => supported)) {
    return { verdict: 'problem', says: 'codecsMissing', step: 'codecsMissingStep', facts };
  }
  const smooth = video.filter((each) => each.supported && each.smooth);
  const best = Math.max(0, ...smooth.map(({ lines }) => lines));
  if (best <= leastLines) {
    return { verdict: 'note', says: 'codecsSlow', step: 'codecsSlowStep', facts };
  }
  return { verdict: 'good', says: 'codecsGood', step: null, variables: { lines: best }, facts };
}

export interface KeySystemFacts {
  /** Whether Clear Key opens the scheme that videos are encrypted with (`cbcs`). */
  readonly clearKey: boolean;
  /** Names of commercial key systems that this browser offers. */
  readonly vendors: readonly string[];
}

/** Videos are opened by Clear Key; a centre with a commercial service has others too. */
export function judgeKeySystems({ clearKey, vendors }: KeySystemFacts): Finding {
  const facts = [...(clearKey ? ['Clear Key cbcs'] : []), ...vendors].join(', ') || 'none';
  if (clearKey) return { verdict: 'good', says: 'keysGood', step: null, facts };
  if (vendors.length > 0) {
    return { verdict: 'note', says: 'keysVendorOnly', step: 'keysMissingStep', facts };
  }
  return { verdict: 'problem', says: 'keysMissing', step: 'keysMissingStep', facts };
}
