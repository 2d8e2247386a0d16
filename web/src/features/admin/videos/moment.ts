/** Seconds of a moment written as `12`, `1:05` or `1:02:03.5`; null for anything else. */
export function parseMoment(text: string): number | null {
  const match = /^(?:(?:(\d{1,2}):)?(\d{1,3}):)?(\d{1,5}(?:\.\d{1,3})?)$/.exec(text.trim());
  if (!match) return null;
  const [, hours = '0', minutes = '0', seconds = '0'] = match;
  const sum = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  // A sum of fractions is off by a trifle, and an untouched value would count as changed.
  return Math.round(sum * 1000) / 1000;
}
