import { useState } from 'react';
import { DeviceId } from '../../domain/device/DeviceId.tsx';
import { QueriedSessions } from '../../domain/sessions/QueriedSessions.tsx';
import { useErrorFeedback } from '../../shared/errors/use-error-feedback.ts';
import { useText } from '../../shared/i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { classNames } from '../../ui/class-names.ts';
import { notify } from '../../ui/notify.ts';
import styles from './Profile.module.css';
import { useEndMySession, useMySessions, useSignOutEverywhere } from './use-profile.ts';

const cx = classNames(styles);

/** The user's own sessions, and by what id the server knows this browser. */
export function MySessions() {
  const { t } = useText();
  const sessions = useMySessions();
  const end = useEndMySession();
  const everywhere = useSignOutEverywhere();
  const [asking, setAsking] = useState(false);
  const fail = useErrorFeedback();

  return (
    <Card
      title={t('sessions.title')}
      description={t('sessions.mine')}
      actions={
        <Button size="compact" icon="exit-to-app" onClick={() => setAsking(true)}>
          {t('sessions.signOutAll')}
        </Button>
      }
    >
      <QueriedSessions
        query={sessions}
        onEnd={async ({ id }) => {
          try {
            await end.mutateAsync(id);
            notify.success(t('sessions.ended'));
          } catch (error) {
            fail(error);
          }
        }}
      />
      <details className={cx('thisDevice')}>
        <summary>{t('profile.device')}</summary>
        <p className={cx('muted')}>{t('profile.deviceText')}</p>
        <DeviceId />
      </details>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('sessions.signOutAll')}
        description={t('sessions.signOutAllConfirm')}
        confirmLabel={t('sessions.signOutAll')}
        cancelLabel={t('common.cancel')}
        tone="danger"
        loading={everywhere.isPending}
        onConfirm={() =>
          everywhere.mutate(undefined, {
            onError: (error) => {
              setAsking(false);
              fail(error);
            },
          })
        }
      />
    </Card>
  );
}
