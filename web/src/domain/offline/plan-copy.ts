import { offlineLimits, type Stream } from '@prahari/contract';
import { listKeyIds } from '../videos/key-ids.ts';
import { CopyProblem } from './kept-copy.ts';

/** Files of a copy have no address of their own: its player asks for them under this scheme. */
export const buildCopyBase = (copyId: string) => `praharicopy://${copyId}/`;

/** What of a video is kept. */
export interface CopyPlan {
  /** Of the chosen renditions alone, with addresses that stay in the page. */
  readonly manifest: string;
  /** Signed path of the server, and the names below it in the order of the picture. */
  readonly base: string;
  readonly files: readonly string[];
  readonly estimatedBytes: number;
}

interface Rendition {
  readonly height: number;
  readonly bandwidth: number;
}

/** A lesson on a small line is to be had within the hours of that line. */
const usualBytes = 200_000_000;
const mostHeight = 720;
const bitsPerByte = 8;

/**
 * Chooses the picture to keep: the best one of at most 720 lines that makes a usual copy, else the
 * smallest one.
 * @throws CopyProblem 'too-large' where not even that fits
 */
export function chooseRendition<R extends Rendition>(
  renditions: readonly R[],
  given: { readonly seconds: number; readonly soundBandwidth: number; readonly roomBytes: number },
): R {
  const sizeOf = (one: R) => ((one.bandwidth + given.soundBandwidth) * given.seconds) / bitsPerByte;
  const bySize = [...renditions].sort((a, b) => a.bandwidth - b.bandwidth);
  const [smallest] = bySize;
  if (!smallest || sizeOf(smallest) > given.roomBytes) throw new CopyProblem('too-large');
  const room = Math.min(usualBytes, given.roomBytes);
  const usual = bySize.filter((one) => one.height <= mostHeight && sizeOf(one) <= room);
  return usual.at(-1) ?? smallest;
}

/**
 * Plans what to fetch of a DASH manifest (ISO/IEC 23009-1): one picture, and each language in its
 * best quality. It reads text, since the policy of the page lets no script parse a document; the
 * elements that it looks for do not nest.
 * @param given.keyIds base64url, of the licence: where pictures of high quality need keys in hardware, it
 * opens fewer
 * @throws CopyProblem 'too-large', 'no-key-system' where no picture has a key, or 'other' for a
 * manifest that names no files
 */
export function planCopy(
  manifest: string,
  given: {
    readonly copyId: string;
    readonly seconds: number;
    readonly usedBytes: number;
    readonly keyIds: readonly string[];
  },
): CopyPlan {
  const base = baseUrl.exec(manifest)?.[1];
  if (base === undefined) throw new CopyProblem('other');
  const sets = [...manifest.matchAll(adaptationSet)].map(([text]) => readSet(text));
  const sound = sets.flatMap(({ kind, renditions }) =>
    kind === 'audio' ? pickBest(renditions) : [],
  );
  const soundBandwidth = sound.reduce((sum, { bandwidth }) => sum + bandwidth, 0);
  const opens = (keyIds: readonly string[]) =>
    keyIds.every((keyId) => given.keyIds.includes(keyId));
  const pictures = sets.flatMap(({ kind, keyIds, renditions }) =>
    kind === 'video' && opens(keyIds) ? renditions : [],
  );
  if (pictures.length === 0 && sets.some(({ kind }) => kind === 'video'))
    throw new CopyProblem('no-key-system');
  const picture = chooseRendition(pictures, {
    seconds: given.seconds,
    soundBandwidth,
    roomBytes: offlineLimits.bytes - given.usedBytes,
  });
  const kept = [picture, ...sound];
  const isKept = new Set(kept.map(({ text }) => text));
  const bits = (picture.bandwidth + soundBandwidth) * given.seconds;
  return {
    manifest: manifest
      .replace(baseUrl, `<BaseURL>${buildCopyBase(given.copyId)}</BaseURL>`)
      .replace(representation, (text) => (isKept.has(text) ? text : ''))
      .replace(adaptationSet, (text) => (text.includes('<Representation') ? text : '')),
    base,
    files: kept.flatMap(({ text }) => listFiles(text)),
    estimatedBytes: Math.ceil(bits / bitsPerByte),
  };
}

const baseUrl = /<BaseURL>([^<]+)<\/BaseURL>/;
const adaptationSet = /<AdaptationSet\b[\s\S]*?<\/AdaptationSet>/g;
const representation = /<Representation\b[\s\S]*?<\/Representation>/g;
const runOfSegments = /<S\b[^>]*>/g;

interface Representation extends Rendition {
  readonly text: string;
}

function readSet(text: string) {
  const renditions = [...text.matchAll(representation)].map(
    ([own]): Representation => ({
      text: own,
      height: Number(readAttribute(own, 'height') ?? 0),
      bandwidth: Number(readAttribute(own, 'bandwidth') ?? 0),
    }),
  );
  return { kind: readAttribute(text, 'contentType'), keyIds: listKeyIds(text), renditions };
}

/** Reads an attribute of the first element of a text that has it. */
function readAttribute(text: string, name: string): string | undefined {
  return new RegExp(`\\s${name}="([^"]*)"`).exec(text)?.[1];
}

const pickBest = (list: readonly Representation[]) =>
  [...list].sort((a, b) => b.bandwidth - a.bandwidth).slice(0, 1);

/** Names the init segment and all media segments of a representation. */
function listFiles(text: string): string[] {
  const init = readAttribute(text, 'initialization');
  const media = readAttribute(text, 'media');
  const first = Number(readAttribute(text, 'startNumber') ?? 1);
  const runs = [...text.matchAll(runOfSegments)];
  const count = runs.reduce((sum, [run]) => sum + 1 + Number(readAttribute(run, 'r') ?? 0), 0);
  if (!init || !media?.includes('$Number$') || !(count > 0)) throw new CopyProblem('other');
  const names = Array.from({ length: count }, (_, at) =>
    media.replace('$Number$', String(first + at)),
  );
  return [init, ...names];
}

/** Specification, section 9: of offline playback. */
const offlineRules = { devToolsEveryMs: 2000, devToolsDetections: 5, blursTolerated: 3 } as const;

/**
 * Makes the stream that a copy plays by: its own manifest, no picture that is not in it, a faint layer
 * of marks besides the usual ones, and the numbers of offline playback for checks of developer tools
 * and blurs.
 */
export function adaptStream(stream: Stream, manifest: string): Stream {
  const { devTools, blurs } = stream.policy;
  const { devToolsEveryMs, devToolsDetections, blursTolerated } = offlineRules;
  return {
    ...stream,
    posterUrl: null,
    slidesTrack: null,
    manifest: { ...stream.manifest, text: manifest },
    persistenceLog: false,
    segmentCache: false,
    policy: {
      ...stream.policy,
      hiddenMarkOpacity: offlineLimits.watermarkOpacity,
      devTools: { ...devTools, checkEveryMs: devToolsEveryMs, detections: devToolsDetections },
      blurs: { ...blurs, tolerated: blursTolerated },
    },
  };
}
