import type { UserDetail } from '@prahari/contract';
import { QueriedSessions } from '../../../../domain/sessions/QueriedSessions.tsx';
import { useRights } from '../../../../domain/users/use-rights.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Card } from '../../../../ui/Card.tsx';
import { notify } from '../../../../ui/notify.ts';
import { useFailedAct } from '../use-failed-act.ts';
import { useEndUserSession, useUserSessions } from './use-user-detail.ts';

export interface SessionsCardProps {
  readonly user: UserDetail;
  readonly onSignOut: () => void;
}

/** Shows where a user is signed in, for administrators who may end that. */
export function SessionsCard({ user, onSignOut }: SessionsCardProps) {
  const { t } = useText();
  const { may } = useRights();
  const fail = useFailedAct();
  const sessions = useUserSessions(user.id);
  const end = useEndUserSession(user.id);
  const mayEnd = may('users.write');
  const isSignedIn = (sessions.data?.items.length ?? 0) > 0;
  return (
    <Card
      title={t('sessions.title')}
      description={t('sessions.text')}
      actions={
        mayEnd && isSignedIn ? (
          <Button size="compact" icon="exit-to-app" onClick={onSignOut}>
            {t('sessions.signOutAll')}
          </Button>
        ) : null
      }
    >
      <QueriedSessions
        query={sessions}
        {...(mayEnd
          ? {
              onEnd: ({ id }) =>
                end.mutateAsync(id).then(() => void notify.success(t('sessions.ended')), fail),
            }
          : {})}
      />
    </Card>
  );
}
