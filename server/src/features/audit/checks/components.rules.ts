/** Up to when the dates below are known. */
export const supportKnownAt = new Date('2025-12-31T00:00:00Z');

/** The last day with security updates, by major version (nodejs/Release, postgresql.org). */
const supportEnds: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'Node.js': {
    '18': '2025-04-30',
    '20': '2026-04-30',
    '22': '2027-04-30',
    '24': '2028-04-30',
  },
  PostgreSQL: {
    '12': '2024-11-21',
    '13': '2025-11-13',
    '14': '2026-11-12',
    '15': '2027-11-11',
    '16': '2028-11-09',
    '17': '2029-11-08',
    '18': '2030-11-14',
  },
  OpenSSL: {
    '1.1': '2023-09-11',
    '3.0': '2026-09-07',
    '3.1': '2025-03-14',
    '3.2': '2025-11-23',
    '3.3': '2026-04-09',
    '3.4': '2026-10-22',
    '3.5': '2030-04-08',
  },
};

/** FFmpeg promises no dates; older series than this get no fixes any more. */
const oldestFfmpegMajor = 5;

export type Support = 'supported' | 'ended' | 'unknown';

/** Tells whether a version still gets security updates, as far as the table knows. */
export function judgeSupport(name: string, version: string, now: Date): Support {
  const [major = '', minor = ''] = version.split('.');
  if (name === 'ffmpeg') {
    // Builds of the moment have a date or a revision in place of a version.
    if (!/^\d+$/.test(major)) return 'unknown';
    return Number(major) < oldestFfmpegMajor ? 'ended' : 'supported';
  }
  const ends = supportEnds[name]?.[major] ?? supportEnds[name]?.[`${major}.${minor}`];
  if (ends === undefined) return 'unknown';
  return now.getTime() > Date.parse(`${ends}T23:59:59Z`) ? 'ended' : 'supported';
}
