import type { ManagedUser } from '@prahari/contract';
import { ROLES, STATUSES } from '../../../domain/users/user-roles.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Badge, StatusBadge } from '../../../ui/Badge.tsx';

export function RoleBadge({ user }: { readonly user: Pick<ManagedUser, 'userType'> }) {
  const { t } = useText();
  const role = ROLES[user.userType];
  return <Badge tone={role.tone}>{t(role.text)}</Badge>;
}

export function UserStatusBadge({ user }: { readonly user: Pick<ManagedUser, 'status'> }) {
  const { t } = useText();
  const status = STATUSES[user.status];
  // Nearly all are: plain, so that the others stand out.
  if (user.status === 'active') return <span>{t(status.text)}</span>;
  return <StatusBadge tone={status.tone}>{t(status.text)}</StatusBadge>;
}
