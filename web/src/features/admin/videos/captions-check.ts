/** A fault in a line of captions, counted from 1. */
export interface CaptionsSlip {
  readonly line: number;
  readonly slip: 'noHeader' | 'badTime' | 'endsTooEarly' | 'noText' | 'noCue';
}

const MOST_SLIPS = 5;
const TIMES =
  /^(?:(\d{2,}):)?([0-5]\d):([0-5]\d\.\d{3})[ \t]+-->[ \t]+(?:(\d{2,}):)?([0-5]\d):([0-5]\d\.\d{3})(?:[ \t].*)?$/u;

/**
 * Finds the first mistakes in WebVTT (W3C, section 4); shown while one writes, line by
 * line. The server reads the whole and has the last word.
 */
export function findCaptionsSlips(text: string): readonly CaptionsSlip[] {
  const lines = text.replace(/^\uFEFF/u, '').split(/\r\n|\r|\n/u);
  const slips: CaptionsSlip[] = [];
  if (!/^WEBVTT(?:[ \t]|$)/u.test(lines[0] ?? '')) slips.push({ line: 1, slip: 'noHeader' });
  let cues = 0;
  for (const [index, line] of lines.entries()) {
    if (!line.includes('-->')) continue;
    cues += 1;
    const slip = timesSlip(line) ?? ((lines[index + 1] ?? '').trim() === '' ? 'noText' : null);
    if (slip) slips.push({ line: index + 1, slip });
  }
  if (cues === 0) slips.push({ line: lines.length, slip: 'noCue' });
  return slips.slice(0, MOST_SLIPS);
}

function timesSlip(line: string): CaptionsSlip['slip'] | null {
  const times = TIMES.exec(line);
  if (!times) return 'badTime';
  const [from = 0, to = 0] = [times.slice(1, 4), times.slice(4, 7)].map(
    ([hours = '0', minutes, seconds]) =>
      Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds),
  );
  return to > from ? null : 'endsTooEarly';
}
