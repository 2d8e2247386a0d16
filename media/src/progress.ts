/** How far a conversion has come; `etaSeconds` is null until the speed is known. */
export type Progress = {
  /** 0 to 1, never falling. */
  fraction: number;
  /** Seconds of video converted a second; null until known. */
  speed: number | null;
  etaSeconds: number | null;
};

/**
 * Reads the text of `ffmpeg -progress` as it arrives in pieces, and answers each whole report.
 *
 * @param durationSeconds length of what is being converted.
 */
export function createProgressReader(durationSeconds: number): (chunk: string) => Progress[] {
  let unread = '';
  let doneSeconds = 0;
  let speed: number | null = null;

  return (chunk) => {
    const lines = (unread + chunk).split('\n');
    unread = (lines.pop() ?? '').slice(-1000);
    const reports: Progress[] = [];
    for (const line of lines) {
      const [name = '', value = ''] = line.trim().split('=');
      if (name === 'out_time_us') doneSeconds = Math.max(doneSeconds, positive(value) / 1e6);
      if (name === 'speed') speed = positive(value.replace(/x$/, '')) || null;
      if (name !== 'progress') continue;
      const fraction = value === 'end' ? 1 : Math.min(1, doneSeconds / durationSeconds);
      const leftSeconds = durationSeconds * (1 - fraction);
      reports.push({ fraction, speed, etaSeconds: speed && Math.round(leftSeconds / speed) });
    }
    return reports;
  };
}

/** ffmpeg prints `N/A` for what it does not know yet. */
function positive(value: string): number {
  const number = Number(value);
  return Number.isFinite(number) && number > 0 ? number : 0;
}
