import { endpoints, type SecurityIncident } from '@prahari/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryKeys } from '../../../domain/query-keys.ts';
import { PlainActDialog } from '../../../domain/users/PlainActDialog.tsx';
import { plainActs } from '../../../domain/users/plain-acts.ts';
import { useRights } from '../../../domain/users/use-rights.ts';
import { useApi } from '../../../shared/api/api-context.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Link } from '../../../shared/routing/Link.tsx';
import { Button, getButtonClass } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import styles from './Security.module.css';

const cx = classNames(styles);

export interface LearnerActionsProps {
  readonly user: SecurityIncident['user'];
  /** In a line with others, where blocking stands out only if it is what comes next. */
  readonly inLine?: 'next' | 'further';
}

/** What an administrator does about the learner of a recording or an incident: look closer, or block. */
export function LearnerActions({ user, inLine }: LearnerActionsProps) {
  const { t } = useText();
  const { may } = useRights();
  const [asked, setAsked] = useState<'block' | 'unblock' | null>(null);
  const act = useBlocking(user.id);
  const size = inLine ? 'compact' : 'regular';
  const open = may('users.read') ? (
    <Link
      to={`/admin/users/${user.id}`}
      className={getButtonClass(inLine ? 'ghost' : 'secondary', size)}
    >
      {t('security.openLearner')}
    </Link>
  ) : null;
  const change =
    act === null ? null : (
      <Button
        variant={
          inLine === 'further' ? 'ghost' : !inLine && act === 'block' ? 'danger' : 'secondary'
        }
        size={size}
        icon={plainActs[act].icon}
        onClick={() => setAsked(act)}
      >
        {t(plainActs[act].text)}
      </Button>
    );
  const dialog = asked ? (
    <PlainActDialog user={user} act={asked} onClose={() => setAsked(null)} />
  ) : null;
  if (inLine) {
    return (
      <>
        {change}
        {open}
        {dialog}
      </>
    );
  }
  return (
    <div className={cx('actions')}>
      {open}
      {change}
      {dialog}
    </div>
  );
}

/** Which of the two fits the user now; null where it is not for this administrator to do. */
function useBlocking(id: string): 'block' | 'unblock' | null {
  const api = useApi();
  const { may, userId } = useRights();
  const user = useQuery({
    queryKey: [...queryKeys.users, id],
    queryFn: () => api.call(endpoints.users.get, { params: { id } }),
    enabled: may('users.read') && may('users.write') && id !== userId,
  });
  if (user.data?.userType !== 'LEARNER') return null;
  return user.data.status === 'blocked' ? 'unblock' : 'block';
}
