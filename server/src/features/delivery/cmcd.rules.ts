/** What a player says about itself with a request for a segment (CTA-5004); all of it may be untrue. */
export interface PlayerReport {
  /** `sid`: the player's name for this playback. */
  readonly playbackId?: string;
  /** `br`: of the requested segment. */
  readonly bitrateKbps?: number;
  /** `bl`: the length of its buffer. */
  readonly bufferMs?: number;
  /** `mtp`: the recent throughput of the network. */
  readonly throughputKbps?: number;
  /** `bs`: playback had to wait since the last request. */
  readonly isStarved: boolean;
  /** `su`: needed before playback can start or continue. */
  readonly isUrgent: boolean;
}

/** The four headers of the standard; a query argument named `CMCD` may replace them. */
export const cmcdHeaders = ['cmcd-object', 'cmcd-request', 'cmcd-session', 'cmcd-status'] as const;

/**
 * Of one report. Players send about two hundred characters; anything much longer is not a report.
 */
const mostCharacters = 2048;
/** A key of the standard or a custom one (`com.example-x`), then a value, quoted or plain. */
const pair = /(?:^|,)[ \t]*([a-z][a-z0-9.-]{0,63})(?:=("(?:[^"\\]|\\.)*"|[^",\s]+))?[ \t]*(?=,|$)/g;
/** More than any encoding, network or buffer has: kbit/s and milliseconds. */
const mostKbps = 10_000_000;
const mostBufferMs = 86_400_000;
const playbackId = /^"([\w-]{1,64})"$/;

/**
 * Reads the keys that are kept; skips others and invalid values. Never throws.
 * @param texts the query argument, or the received headers
 * @returns null when nothing was reported
 */
export function parsePlayerReport(texts: readonly string[]): PlayerReport | null {
  const text = texts.join(',');
  if (text === '' || text.length > mostCharacters) return null;
  const values = new Map<string, string>();
  for (const [, key = '', value = 'true'] of text.matchAll(pair)) values.set(key, value);
  if (values.size === 0) return null;
  const number = (key: string, atMost: number) => wholeNumber(values.get(key), atMost);
  const [, id] = playbackId.exec(values.get('sid') ?? '') ?? [];
  const [bitrateKbps, bufferMs] = [number('br', mostKbps), number('bl', mostBufferMs)];
  const throughputKbps = number('mtp', mostKbps);
  return {
    ...(id === undefined ? {} : { playbackId: id }),
    ...(bitrateKbps === undefined ? {} : { bitrateKbps }),
    ...(bufferMs === undefined ? {} : { bufferMs }),
    ...(throughputKbps === undefined ? {} : { throughputKbps }),
    isStarved: values.get('bs') === 'true',
    isUrgent: values.get('su') === 'true',
  };
}

function wholeNumber(text: string | undefined, atMost: number): number | undefined {
  if (text === undefined || !/^\d{1,9}$/.test(text)) return undefined;
  const value = Number(text);
  return value <= atMost ? value : undefined;
}
