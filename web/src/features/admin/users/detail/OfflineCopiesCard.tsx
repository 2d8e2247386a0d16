import type { LearnerOfflineCopy, UserDetail } from '@prahari/contract';
import { useState } from 'react';
import { useDeviceName } from '../../../../domain/sessions/use-device-name.ts';
import { useRights } from '../../../../domain/users/use-rights.ts';
import { Time } from '../../../../shared/format/Time.tsx';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { StatusBadge, type Tone } from '../../../../ui/Badge.tsx';
import { Button } from '../../../../ui/Button.tsx';
import { Card } from '../../../../ui/Card.tsx';
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { Icon } from '../../../../ui/Icon.tsx';
import { notify } from '../../../../ui/notify.ts';
import { Skeleton } from '../../../../ui/Skeleton.tsx';
import { ErrorState } from '../../../../ui/StateMessage.tsx';
import { useFailedAct } from '../use-failed-act.ts';
import styles from './Detail.module.css';
import { useOfflineCopies, useRevokeCopy } from './use-user-detail.ts';

const cx = classNames(styles);

const tones = {
  valid: 'success',
  expired: 'neutral',
  revoked: 'danger',
  unknown: 'neutral',
} as const satisfies Record<LearnerOfflineCopy['state'], Tone>;

/** The videos that a learner keeps on devices, each with a way to revoke it. */
export function OfflineCopiesCard({ user }: { readonly user: UserDetail }) {
  const { t } = useText();
  const copies = useOfflineCopies(user.id);
  const shown = copies.data?.items ?? [];
  return (
    <Card title={t('offlineCopies.title')} description={t('offlineCopies.text')}>
      {copies.isPending ? <Skeleton shape="block" /> : null}
      {copies.isError ? (
        <ErrorState
          title={t('offlineCopies.errorTitle')}
          retryLabel={t('common.retry')}
          retrying={copies.isFetching}
          onRetry={() => void copies.refetch()}
        />
      ) : null}
      {copies.data?.total === 0 ? <p className={cx('muted')}>{t('offlineCopies.empty')}</p> : null}
      {shown.length > 0 ? <CopyList userId={user.id} copies={shown} /> : null}
      {copies.data && copies.data.total > shown.length ? (
        <p className={cx('muted')}>
          {t('offlineCopies.latest', { count: shown.length, total: copies.data.total })}
        </p>
      ) : null}
    </Card>
  );
}

interface CopyListProps {
  readonly userId: string;
  readonly copies: readonly LearnerOfflineCopy[];
}

function CopyList({ userId, copies }: CopyListProps) {
  const { t } = useText();
  const { may } = useRights();
  const fail = useFailedAct();
  const revoke = useRevokeCopy(userId);
  const [asking, setAsking] = useState<LearnerOfflineCopy | null>(null);
  const mayRevoke = may('devices.manage');

  async function revokeAsked({ id }: LearnerOfflineCopy) {
    await revoke.mutateAsync(id).then(() => notify.success(t('offlineCopies.revoked')), fail);
    setAsking(null);
  }

  return (
    <>
      <ul className={cx('copies')}>
        {copies.map((copy) => (
          <li key={copy.id} className={cx('copy')}>
            <span className={cx('glyph')}>
              <Icon name="download" size={20} />
            </span>
            <CopyFacts copy={copy} />
            {mayRevoke && copy.state === 'valid' ? (
              <Button
                size="compact"
                icon="block"
                aria-label={t('offlineCopies.revokeOf', { title: copy.title })}
                onClick={() => setAsking(copy)}
              >
                {t('offlineCopies.revoke')}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {asking ? (
        <ConfirmDialog
          open
          onOpenChange={() => setAsking(null)}
          title={t('offlineCopies.revokeTitle')}
          description={t('offlineCopies.revokeText', { title: asking.title })}
          confirmLabel={t('offlineCopies.revoke')}
          cancelLabel={t('common.cancel')}
          tone="danger"
          loading={revoke.isPending}
          onConfirm={() => void revokeAsked(asking)}
        />
      ) : null}
    </>
  );
}

/** What is kept, its state, on which device, until when. */
function CopyFacts({ copy }: { readonly copy: LearnerOfflineCopy }) {
  const { t } = useText();
  const nameOf = useDeviceName();
  const { state, revokedFor, checkedAt, expiresAt } = copy;
  return (
    <div className={cx('copyFacts')}>
      <p className={cx('copyTitle')}>
        {copy.title}{' '}
        <StatusBadge tone={revokedFor === 'replaced' ? 'neutral' : tones[state]}>
          {t(`offlineCopies.state_${state}`)}
        </StatusBadge>
      </p>
      <p className={cx('copyDetail')}>
        {nameOf(copy.device)} ·{' '}
        {revokedFor === null ? (
          <>
            {t(state === 'expired' ? 'offlineCopies.expired' : 'offlineCopies.expires')}{' '}
            <Time value={expiresAt} />
          </>
        ) : (
          t(`offlineCopies.for_${revokedFor}`)
        )}{' '}
        ·{' '}
        {checkedAt === null ? (
          t('offlineCopies.neverChecked')
        ) : (
          <>
            {t('offlineCopies.checked')} <Time value={checkedAt} show="relative" />
          </>
        )}
      </p>
    </div>
  );
}
