import { alertSeverities, type IncidentGroup, type UserDetail } from '@prahari/contract';

interface Standing {
  readonly status: UserDetail['status'];
  /** How many videos are open to the learner. */
  readonly seen: number;
  /** To how many of them access has ended. */
  readonly blocked: number;
}

/** Why a learner can't watch what others can, if so: for a single video the check of access knows more. */
export function judgeLearner({ status, seen, blocked }: Standing) {
  if (status === 'blocked') return { kind: 'accountBlocked', tone: 'danger' } as const;
  if (seen === 0) return { kind: 'noVideo', tone: 'warning' } as const;
  if (blocked > 0) return { kind: 'someBlocked', tone: 'warning' } as const;
  return { kind: 'canWatch', tone: 'success' } as const;
}

type Found = Pick<IncidentGroup, 'id' | 'types' | 'lastAt' | 'video'>;
type Severity = IncidentGroup['severity'];

export interface CombinedIncident extends Pick<Found, 'lastAt'> {
  /** The worst. */
  readonly severity: Severity;
  readonly type: Found['types'][number]['type'];
  /** Its latest incident. */
  readonly id: string;
  /** Titles, each once. */
  readonly videos: readonly string[];
}

/** Says each kind of incident once, with the videos that it was met in; the latest first, as given. */
export function combineIncidents(groups: readonly Found[]): readonly CombinedIncident[] {
  const combined = new Map<string, CombinedIncident>();
  for (const { id, types, lastAt, video } of groups) {
    for (const { type, severity } of types) {
      const known = combined.get(type) ?? { type, id, severity, lastAt, videos: [] };
      const title = video?.title ?? '';
      const isNew = title !== '' && !known.videos.includes(title);
      combined.set(type, {
        ...known,
        severity: findWorse(severity, known.severity),
        videos: isNew ? [...known.videos, title] : known.videos,
      });
    }
  }
  return [...combined.values()];
}

function findWorse(one: Severity, other: Severity) {
  return alertSeverities.indexOf(one) < alertSeverities.indexOf(other) ? one : other;
}
