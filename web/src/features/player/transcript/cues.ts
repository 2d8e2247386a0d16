/** What is said from a moment on, as plain text. */
export interface Cue {
  readonly startSeconds: number;
  readonly text: string;
}

const TIMES = /^(\d{2,}):(\d{2}):(\d{2}\.\d{3}) --> /;
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: '\u00a0',
  lrm: '',
  rlm: '',
};

/**
 * Reads the cues of a WebVTT text in their order. The server wrote it, so that every cue is a block
 * of its own and every angle bracket in it begins or ends a tag.
 */
export function readCues(text: string): Cue[] {
  return text.split('\n\n').flatMap((block) => {
    const [head = '', ...lines] = block.split('\n');
    const times = TIMES.exec(head);
    if (times === null) return [];
    const [, hours, minutes, seconds] = times;
    const said = readPlainText(lines.join(' '));
    const startSeconds = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
    return said === '' ? [] : [{ startSeconds, text: said }];
  });
}

function readPlainText(text: string): string {
  return text
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex, decimal, name) => {
      if (name !== undefined) return NAMED[String(name)] ?? whole;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(String(hex), 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    })
    .replace(/\s+/g, ' ')
    .trim();
}

/** The index of what was said last at a moment; -1 before the first. */
export function findCue(cues: readonly Cue[], atSeconds: number): number {
  let low = 0;
  let high = cues.length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((cues[middle]?.startSeconds ?? 0) <= atSeconds) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
