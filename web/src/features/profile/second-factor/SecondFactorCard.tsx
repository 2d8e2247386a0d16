import type { DataOf, endpoints } from '@prahari/contract';
import { useState } from 'react';
import { Time } from '../../../shared/format/Time.tsx';
import { useText } from '../../../shared/i18n/use-text.ts';
import { StatusBadge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { DisableDialog } from './ChangeDialogs.tsx';
import { EnrolDialog } from './EnrolDialog.tsx';
import styles from './SecondFactor.module.css';

const cx = classNames(styles);

type SecondFactor = NonNullable<DataOf<typeof endpoints.account.credentials>['secondFactor']>;

export interface SecondFactorCardProps {
  readonly secondFactor: SecondFactor;
  readonly hasPasskey: boolean;
}

/** An administrator's authenticator app: whether there is one, and all that can be done to it. */
export function SecondFactorCard({ secondFactor, hasPasskey }: SecondFactorCardProps) {
  const { t } = useText();
  const [asking, setAsking] = useState<'enrol' | 'disable' | null>(null);
  const { enrolledAt, isRequired } = secondFactor;
  const isOwed = isRequired && enrolledAt === null && !hasPasskey;
  const close = () => setAsking(null);
  return (
    <Card title={t('secondFactor.appTitle')} description={t('secondFactor.text')}>
      {isOwed ? (
        <p role="status" className={cx('notice')}>
          {t('secondFactor.required')}
        </p>
      ) : null}
      {enrolledAt === null ? (
        <>
          <p className={cx('state')}>
            <StatusBadge tone={isOwed ? 'warning' : 'neutral'}>{t('secondFactor.off')}</StatusBadge>
          </p>
          <div className={cx('actions')}>
            <Button variant="primary" icon="lock-reset" onClick={() => setAsking('enrol')}>
              {t('secondFactor.setUp')}
            </Button>
          </div>
        </>
      ) : (
        <>
          <p className={cx('state')}>
            <StatusBadge tone="success">{t('secondFactor.on')}</StatusBadge>
            <span className={cx('muted')}>
              {t('secondFactor.since')} <Time value={enrolledAt} />
            </span>
          </p>
          <div className={cx('actions')}>
            <Button icon="block" onClick={() => setAsking('disable')}>
              {t('secondFactor.turnOff')}
            </Button>
          </div>
        </>
      )}
      {asking === 'enrol' ? <EnrolDialog onClose={close} /> : null}
      {asking === 'disable' ? <DisableDialog hasPasskey={hasPasskey} onClose={close} /> : null}
    </Card>
  );
}
