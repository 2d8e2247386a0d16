import { type AdminHome, alertSeverities, homeCountLimit } from '@prahari/contract';
import type { IconName } from '../../../ui/Icon.tsx';

/** `danger`: something is lost or about to be; `warning`: it needs action; `info`: good to know. */
export type AttentionTone = 'danger' | 'warning' | 'info';

const kinds = {
  storageCritical: { tone: 'danger', icon: 'disk', to: '/admin/storage' },
  failedUploads: { tone: 'danger', icon: 'upload', to: '/admin/uploads' },
  storageWarning: { tone: 'warning', icon: 'disk', to: '/admin/storage' },
  waitingForRoom: { tone: 'warning', icon: 'clock', to: '/admin/uploads' },
  reviewsRequested: {
    tone: 'warning',
    icon: 'user',
    to: '/admin/security?tab=terminations&f.state=review',
  },
  terminations: {
    tone: 'warning',
    icon: 'block',
    to: '/admin/security?tab=terminations&f.state=active',
  },
  clientErrors: { tone: 'warning', icon: 'bug', to: '/admin/client-errors?f.resolved=false' },
  ownSecondFactor: { tone: 'warning', icon: 'lock-reset', to: '/profile' },
  administratorsWithout: {
    tone: 'warning',
    icon: 'lock-reset',
    to: '/admin/users?f.userType=ADMIN&f.userType=SUPER_ADMIN',
  },
  blockedUsers: { tone: 'info', icon: 'user', to: '/admin/users?f.status=blocked' },
} as const satisfies Record<
  string,
  { readonly tone: AttentionTone; readonly icon: IconName; readonly to: string }
>;
export type AttentionKind = keyof typeof kinds;

export interface Attention {
  readonly kind: AttentionKind;
  readonly count: number;
  readonly tone: AttentionTone;
  readonly icon: IconName;
  readonly to: string;
}

/** Lists what needs attention beside open alerts, the worst first; empty when all is well. */
export function listAttention(home: AdminHome): readonly Attention[] {
  const { jobs, storage, security, people, clientErrors, secondFactor, setup } = home;
  const { isOwnEnrolled, administratorsWithout } = secondFactor;
  const counts: Record<AttentionKind, number> = {
    storageCritical: storage?.level === 'critical' ? 1 : 0,
    failedUploads: jobs?.failedUploads ?? 0,
    storageWarning: storage?.level === 'warning' ? 1 : 0,
    waitingForRoom: jobs?.waitingForRoom ?? 0,
    reviewsRequested: security?.reviewsRequested ?? 0,
    terminations: security?.terminations ?? 0,
    clientErrors: clientErrors?.unresolved ?? 0,
    // The list for a new installation says it too.
    ownSecondFactor: !isOwnEnrolled && setup === null ? 1 : 0,
    administratorsWithout: (administratorsWithout ?? 0) - (isOwnEnrolled ? 0 : 1),
    blockedUsers: people?.blocked ?? 0,
  };
  return listKeys(kinds).flatMap((kind) =>
    counts[kind] > 0 ? [{ kind, count: counts[kind], ...kinds[kind] }] : [],
  );
}

type OpenAlert = NonNullable<AdminHome['alerts']>['items'][number];

/** Sorts open alerts, the worst first, and leaves those of one severity as they are. */
export function sortAlerts(alerts: readonly OpenAlert[]): readonly OpenAlert[] {
  const rankOf = ({ severity }: OpenAlert) => alertSeverities.indexOf(severity);
  return [...alerts].sort((one, other) => rankOf(one) - rankOf(other));
}

/** Formats a count; one that reached its limit means 'this many or more'. */
export function formatCount(count: number, write: (value: number) => string): string {
  return count >= homeCountLimit ? `${write(homeCountLimit)}+` : write(count);
}

function listKeys<Key extends string>(record: Readonly<Record<Key, unknown>>): Key[] {
  const keys: Key[] = [];
  for (const key in record) keys.push(key);
  return keys;
}
