import { ReadableStream } from 'node:stream/web';
import { setImmediate as breathe } from 'node:timers/promises';
import { parseTextStream, type VTTCue } from 'media-captions';

/** A fault in a file of captions: the line, counted from 1, and the reason. */
export interface CaptionsFault {
  readonly line: number;
  readonly message: string;
}

export type ParsedCaptions =
  | { readonly text: string }
  | { readonly faults: readonly CaptionsFault[] };

const mostFaults = 5;
const mostCues = 20_000;
/** A millisecond or so. */
const linesAtOnce = 200;
/** Tags of cue text (W3C WebVTT, section 3.5) and timestamps within it; nothing else is kept. */
const cueTag =
  /<(?:\/?(?:b|i|u|ruby|rt)|\/?c(?:\.[\p{L}\p{N}_-]+)*|\/?v(?:[ \t][^<>&\n]*)?|\/?lang(?:[ \t][A-Za-z0-9-]+)?|(?:\d{2,}:)?[0-5]\d:[0-5]\d\.\d{3})>/gu;

const blanks = /[^\S\r\n]{2,}/g;

/**
 * The first line (W3C WebVTT, section 6.1, steps 6 to 8); the parser also accepts files without it.
 */
const signature = /^WEBVTT(?:[ \t\r\n]|$)/;

/**
 * Reads the bytes of a file of captions, which is UTF-8 with or without a byte order mark (W3C
 * WebVTT, section 4.1). No other encoding is guessed: letters would be lost silently.
 */
export async function parseCaptionsFile(bytes: Uint8Array): Promise<ParsedCaptions> {
  const source = decodeUtf8(bytes);
  if (source === null) return { faults: [{ line: 1, message: 'the file is not UTF-8' }] };
  return parseCaptions(source);
}

/**
 * Reads WebVTT and writes the understood parts again: cues with their times, places and text.
 * Styles, regions and comments are left out, as is every tag that WebVTT does not know.
 */
export async function parseCaptions(given: string): Promise<ParsedCaptions> {
  if (!signature.test(given)) {
    return { faults: [{ line: 1, message: 'missing WEBVTT file header' }] };
  }
  // W3C WebVTT, section 6.1, step 2; PostgreSQL keeps no NUL.
  const withoutNul = given.replaceAll('\0', '\uFFFD');
  // Players show blanks in a row as one; the parser takes time by the square of how many there are.
  const source = withoutNul.replace(blanks, ' ');
  const { cues, faults } = await parseCues(source);
  if (faults.length > 0) return { faults };
  // The parser silently leaves out cues that end before they begin.
  if (cues.length > 0 && (source.match(/^.*-->/gm)?.length ?? 0) > cues.length) {
    return { faults: [{ line: 1, message: 'a cue does not end after its beginning' }] };
  }
  if (cues.length === 0) return { faults: [{ line: 1, message: 'there is not one cue' }] };
  const blocks = [...cues].sort((a, b) => a.startTime - b.startTime).map(formatBlock);
  return { text: `WEBVTT\n\n${blocks.join('\n\n')}\n` };
}

/** Thrown from within the parser: it makes an error of each word of a line, a million if there are. */
class EnoughRead extends Error {
  override readonly name = 'EnoughRead';
}

/**
 * Reads cues until there are too many of them or of faults. Lets other work run in between: the file
 * is a stranger's, and learners wait for the same process.
 */
async function parseCues(
  source: string,
): Promise<{ readonly cues: readonly VTTCue[]; readonly faults: readonly CaptionsFault[] }> {
  const faults: CaptionsFault[] = [];
  let known = 0;
  const note = ({ line, message }: CaptionsFault) => {
    faults.push({ line, message: message.slice(0, 200) });
    if (faults.length === mostFaults) throw new EnoughRead();
  };
  try {
    const { cues } = await parseTextStream(ReadableStream.from(listLines(source)), {
      type: 'vtt',
      errors: true,
      onError: note,
      onCue() {
        known += 1;
        if (known > mostCues) throw new EnoughRead();
      },
    });
    return { cues, faults };
  } catch (error) {
    if (!(error instanceof EnoughRead)) throw error;
    if (known > mostCues) {
      return { cues: [], faults: [{ line: 1, message: `there are more than ${mostCues} cues` }] };
    }
    return { cues: [], faults };
  }
}

async function* listLines(source: string): AsyncGenerator<string> {
  for (const [index, line] of source.split(/\r\n|\n|\r/).entries()) {
    if (index % linesAtOnce === linesAtOnce - 1) await breathe();
    yield line;
  }
}

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function formatBlock(cue: VTTCue): string {
  const head = [
    `${formatTime(cue.startTime)} --> ${formatTime(cue.endTime)}`,
    ...listSettings(cue),
  ];
  return `${head.join(' ')}\n${plainCueText(cue.text)}`;
}

function listSettings(cue: VTTCue): string[] {
  const { vertical, line, position, size, align, snapToLines } = cue;
  return [
    ...(vertical === '' ? [] : [`vertical:${vertical}`]),
    ...(typeof line === 'number' ? [`line:${line}${snapToLines ? '' : '%'}`] : []),
    ...(typeof position === 'number' ? [`position:${position}%`] : []),
    ...(size === 100 ? [] : [`size:${size}%`]),
    ...(align === 'center' ? [] : [`align:${align}`]),
  ];
}

/** Formats seconds as `hh:mm:ss.ttt`. */
function formatTime(seconds: number): string {
  const ms = Math.round(seconds * 1000);
  const two = (n: number) => String(Math.floor(n)).padStart(2, '0');
  const rest = String(ms % 1000).padStart(3, '0');
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}.${rest}`;
}

/** Returns cue text with its known tags; escapes every other angle bracket and arrow. */
function plainCueText(text: string): string {
  let plain = '';
  let at = 0;
  const lines = text.replace(/\n{2,}/g, '\n').trim();
  for (const tag of lines.matchAll(cueTag)) {
    plain += asText(lines.slice(at, tag.index)) + tag[0];
    at = tag.index + tag[0].length;
  }
  return plain + asText(lines.slice(at));
}

function asText(text: string): string {
  return text
    .replace(/&(?!(?:amp|lt|gt|nbsp|lrm|rlm|#\d{1,7}|#x[\da-f]{1,6});)/gi, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
