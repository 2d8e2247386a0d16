/** A moment as fields show it, in the viewer's zone: `2026-11-24` and `21:30`; both empty for none. */
export interface LocalMoment {
  readonly day: string;
  readonly time: string;
}

export function toLocalMoment(instant: string | null): LocalMoment {
  if (instant === null) return { day: '', time: '' };
  const at = new Date(instant);
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString();
  return { day: local.slice(0, 10), time: local.slice(11, 16) };
}

/** Its instant; a day without a time begins at midnight. Null where there is no day. */
export function toInstant({ day, time }: LocalMoment): string | null {
  return day === '' ? null : new Date(`${day}T${time === '' ? '00:00' : time}:00`).toISOString();
}
