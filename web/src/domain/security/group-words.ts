import type { IncidentGroup, SecurityIncident } from '@prahari/contract';
import type { Say } from '../../shared/i18n/text-key.ts';
import { describeIncident } from './incident-words.ts';

/** So many types are named in a row; its timeline has all. */
const MOST_TYPES = 3;

/** Says how much happened in which time: '3 violations, 1 other incident in 2 minutes'. */
export function describeGroup(
  t: Say,
  writeSpan: (seconds: number) => string,
  { count, violations, firstAt, lastAt }: IncidentGroup,
): string {
  const others = count - violations;
  const what =
    violations === 0
      ? t('security.incidentCount', { count })
      : [
          t('security.violationCount', { count: violations }),
          ...(others > 0 ? [t('security.otherCount', { count: others })] : []),
        ].join(', ');
  const seconds = Math.round((Date.parse(lastAt) - Date.parse(firstAt)) / 1000);
  return seconds < 1 ? what : t('security.within', { what, duration: writeSpan(seconds) });
}

/** Names what happened, the worst first. */
export function listGroupTypes(t: Say, { types }: Pick<IncidentGroup, 'types'>): string {
  const named = types
    .slice(0, MOST_TYPES)
    .map(({ type, count }) =>
      count > 1
        ? t('security.typeTimes', { type: t(`security.type_${type}`), count })
        : t(`security.type_${type}`),
    );
  const more = types.length - named.length;
  return [...named, ...(more > 0 ? [t('security.moreTypes', { count: more })] : [])].join(' · ');
}

/** What is said once where it comes again and again. */
const REPEATED_WITHIN_MS = 10_000;

interface Repeated<One> {
  readonly first: One;
  readonly count: number;
}

/** Folds neighbours that say the same, such as a key that is held down; in the order of time. */
export function foldRepeated<
  One extends Pick<SecurityIncident, 'type' | 'metadata' | 'severity' | 'violation' | 'receivedAt'>,
>(t: Say, incidents: readonly One[]): readonly Repeated<One>[] {
  const folded: Repeated<One>[] = [];
  for (const incident of incidents) {
    const before = folded.at(-1);
    const isSame =
      before !== undefined &&
      describeIncident(t, before.first) === describeIncident(t, incident) &&
      before.first.severity === incident.severity &&
      before.first.violation === incident.violation &&
      Date.parse(incident.receivedAt) - Date.parse(before.first.receivedAt) < REPEATED_WITHIN_MS;
    if (isSame) folded[folded.length - 1] = { first: before.first, count: before.count + 1 };
    else folded.push({ first: incident, count: 1 });
  }
  return folded;
}
