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

type Found = Pick<IncidentGroup, 'id' | 'types' | 'severity' | 'lastAt' | 'video'>;

export interface CombinedIncident extends Pick<Found, 'lastAt'> {
  /** The worst; null where others of the same time were worse, which hides its own. */
  readonly severity: Found['severity'] | null;
  readonly type: Found['types'][number]['type'];
  /** Its latest incident. */
  readonly id: string;
  /** Titles, each once. */
  readonly videos: readonly string[];
}

/** Says each kind of incident once, with the videos that it was met in; the latest first, as given. */
export function combineIncidents(groups: readonly Found[]): readonly CombinedIncident[] {
  const combined = new Map<string, CombinedIncident>();
  for (const { id, types, severity, lastAt, video } of groups) {
    for (const [index, { type }] of types.entries()) {
      const known = combined.get(type) ?? { type, id, severity: null, lastAt, videos: [] };
      const title = video?.title ?? '';
      const isNew = title !== '' && !known.videos.includes(title);
      combined.set(type, {
        ...known,
        // The severity of a group is that of its first type.
        severity: index === 0 ? findWorse(severity, known.severity) : known.severity,
        videos: isNew ? [...known.videos, title] : known.videos,
      });
    }
  }
  return [...combined.values()];
}

function findWorse(one: Found['severity'], other: Found['severity'] | null) {
  if (other === null) return one;
  return alertSeverities.indexOf(one) < alertSeverities.indexOf(other) ? one : other;
}
