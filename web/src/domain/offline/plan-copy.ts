import { offlineLimits } from '@prahari/contract';
import { listKeyIds } from '../videos/key-ids.ts';
import { CopyProblem } from './kept-copy.ts';

/** Files of a copy have no address of their own: its player asks for them under this scheme. */
export const copyScheme = 'praharicopy';
export const buildCopyBase = (copyId: string) => `${copyScheme}://${copyId}/`;

/** What of a video is kept. */
export interface CopyPlan {
  /** Of the chosen renditions alone, with addresses that stay in the page. */
  readonly manifest: string;
  /** Signed path of the server, and the names below it in the order of the picture. */
  readonly base: string;
  readonly files: readonly string[];
  /** Of its keys, base64url. */
  readonly keyIds: readonly string[];
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

const dash = 'urn:mpeg:dash:schema:mpd:2011';

/**
 * Plans what to fetch of a DASH manifest (ISO/IEC 23009-1): one picture, and each language in its
 * best quality.
 * @throws CopyProblem 'too-large', or 'other' for a manifest that names no files
 */
export function planCopy(
  manifest: string,
  given: { readonly copyId: string; readonly seconds: number; readonly usedBytes: number },
): CopyPlan {
  const document = new DOMParser().parseFromString(manifest, 'application/xml');
  const baseUrl = document.getElementsByTagNameNS(dash, 'BaseURL')[0];
  const base = baseUrl?.textContent;
  if (!baseUrl || !base) throw new CopyProblem('other');
  const sets = [...document.getElementsByTagNameNS(dash, 'AdaptationSet')];
  const sound = sets.filter((set) => set.getAttribute('contentType') === 'audio');
  const picture = sets.filter((set) => set.getAttribute('contentType') === 'video');
  for (const set of sound) keepOnly(set, best(listRepresentations(set)));
  const soundBandwidth = sound
    .flatMap(listRepresentations)
    .reduce((sum, { bandwidth }) => sum + bandwidth, 0);
  const chosen = chooseRendition(picture.flatMap(listRepresentations), {
    seconds: given.seconds,
    soundBandwidth,
    roomBytes: offlineLimits.bytes - given.usedBytes,
  });
  for (const set of picture) keepOnly(set, chosen);
  baseUrl.textContent = buildCopyBase(given.copyId);
  const bits = (chosen.bandwidth + soundBandwidth) * given.seconds;
  return {
    manifest: new XMLSerializer().serializeToString(document),
    base,
    files: [chosen, ...sound.flatMap(listRepresentations)].flatMap(({ element }) =>
      listFiles(element),
    ),
    keyIds: listKeyIds(manifest),
    estimatedBytes: Math.ceil(bits / bitsPerByte),
  };
}

interface Representation extends Rendition {
  readonly element: Element;
}

function listRepresentations(set: Element): Representation[] {
  return [...set.getElementsByTagNameNS(dash, 'Representation')].map((element) => ({
    element,
    height: Number(element.getAttribute('height') ?? 0),
    bandwidth: Number(element.getAttribute('bandwidth') ?? 0),
  }));
}

const best = (list: readonly Representation[]) =>
  [...list].sort((a, b) => b.bandwidth - a.bandwidth)[0];

function keepOnly(set: Element, kept: Representation | undefined): void {
  for (const { element } of listRepresentations(set)) {
    if (element !== kept?.element) element.remove();
  }
  if (listRepresentations(set).length === 0) set.remove();
}

/** Names the init segment and all media segments of a representation. */
function listFiles(representation: Element): string[] {
  const template = representation.getElementsByTagNameNS(dash, 'SegmentTemplate')[0];
  const init = template?.getAttribute('initialization');
  const media = template?.getAttribute('media');
  if (!template || !init || !media?.includes('$Number$')) throw new CopyProblem('other');
  const first = Number(template.getAttribute('startNumber') ?? 1);
  const runs = [...template.getElementsByTagNameNS(dash, 'S')];
  const count = runs.reduce((sum, run) => sum + 1 + Number(run.getAttribute('r') ?? 0), 0);
  if (!(count > 0)) throw new CopyProblem('other');
  const names = Array.from({ length: count }, (_, at) =>
    media.replace('$Number$', String(first + at)),
  );
  return [init, ...names];
}
