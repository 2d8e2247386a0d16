import type { UserDetail } from '@prahari/contract';
import { useRights } from '../../../../shared/api/use-rights.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { SessionList } from '../../../../shared/sessions/SessionList.tsx';
import { Button } from '../../../../ui/Button.tsx';
import { Card } from '../../../../ui/Card.tsx';
import { notify } from '../../../../ui/notify.ts';
import { Skeleton } from '../../../../ui/Skeleton.tsx';
import { ErrorState } from '../../../../ui/StateMessage.tsx';
import { useFailedAct } from '../use-failed-act.ts';
import { useEndUserSession, useUserSessions } from './use-user-detail.ts';

export interface SessionsCardProps {
  readonly user: UserDetail;
  readonly onSignOut: () => void;
}

export function SessionsCard({ user, onSignOut }: SessionsCardProps) {
  const { t } = useText();
  const { may } = useRights();
  const fail = useFailedAct();
  const sessions = useUserSessions(user.id);
  const end = useEndUserSession(user.id);
  const mayEnd = may('users.write');
  const items = sessions.data?.items ?? [];
  return (
    <Card
      title={t('sessions.title')}
      description={t('sessions.text')}
      actions={
        mayEnd && items.length > 0 ? (
          <Button size="compact" icon="exit-to-app" onClick={onSignOut}>
            {t('sessions.signOutAll')}
          </Button>
        ) : null
      }
    >
      {sessions.isPending ? <Skeleton shape="block" /> : null}
      {sessions.isError ? (
        <ErrorState
          title={t('sessions.errorTitle')}
          retryLabel={t('common.retry')}
          retrying={sessions.isFetching}
          onRetry={() => void sessions.refetch()}
        />
      ) : null}
      {sessions.data ? (
        <SessionList
          sessions={items}
          {...(mayEnd
            ? {
                onEnd: ({ id }) =>
                  end.mutateAsync(id).then(() => void notify.success(t('sessions.ended')), fail),
              }
            : {})}
        />
      ) : null}
    </Card>
  );
}
