import type { ActivityItem } from '@prahari/contract';

export interface ActivityDay {
  /** Its latest moment. */
  readonly at: Date;
  readonly items: readonly ActivityItem[];
}

/** Groups items, newest first, by the days of the viewer's zone. */
export function groupByDay(items: readonly ActivityItem[]): readonly ActivityDay[] {
  const days: { at: Date; items: ActivityItem[] }[] = [];
  for (const item of items) {
    const at = new Date(item.at);
    const last = days.at(-1);
    if (last?.at.toDateString() === at.toDateString()) last.items.push(item);
    else days.push({ at, items: [item] });
  }
  return days;
}
