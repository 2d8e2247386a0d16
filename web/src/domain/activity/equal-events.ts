import type { ActivityItem } from '@prahari/contract';

/** Equal events next to each other, as one row. */
export interface EventRun {
  /** The latest of them, with how often it all happened. */
  readonly item: ActivityItem;
  /** All of them, in their order; one where no other is like it. */
  readonly events: readonly ActivityItem[];
}

/** Puts together those next to each other that differ in nothing but when and how often. */
export function foldEqual(items: readonly ActivityItem[]): readonly EventRun[] {
  const runs: { first: ActivityItem; like: string; events: ActivityItem[] }[] = [];
  for (const item of items) {
    const like = describeLike(item);
    const last = runs.at(-1);
    if (last?.like === like) last.events.push(item);
    else runs.push({ first: item, like, events: [item] });
  }
  return runs.map(({ first, events }) => ({ item: countUp(first, events), events }));
}

/** How often an event happened: those of a moment may be recorded as one. */
export function countTimes({ details }: Pick<ActivityItem, 'details'>): number {
  const { times } = details;
  return typeof times === 'number' && times > 1 ? times : 1;
}

function countUp(first: ActivityItem, events: readonly ActivityItem[]): ActivityItem {
  if (events.length === 1) return first;
  const times = events.reduce((sum, event) => sum + countTimes(event), 0);
  return { ...first, details: { ...first.details, times } };
}

/** The same text for all that are alike. */
function describeLike(item: ActivityItem): string {
  const { name, severity, user, by, video, sessionId, deviceId, address, country } = item;
  const details = Object.entries(item.details)
    .filter(([field]) => field !== 'times')
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const rest = [user?.id, by?.id, video?.id, sessionId, deviceId, address, country, details];
  return JSON.stringify([name, severity, ...rest]);
}
