import type { DataOf, endpoints } from '@prahari/contract';
import { useState } from 'react';
import { Time } from '../../../shared/format/Time.tsx';
import { useText } from '../../../shared/i18n/use-text.ts';
import { StatusBadge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { DisableDialog, RenewDialog } from './ChangeDialogs.tsx';
import { EnrolDialog } from './EnrolDialog.tsx';
import styles from './SecondFactor.module.css';

const cx = classNames(styles);
/** From here on new codes are advised. */
const FEW_CODES = 3;

type SecondFactor = NonNullable<DataOf<typeof endpoints.account.credentials>['secondFactor']>;

/** An administrator's own second factor: whether there is one, and all that can be done to it. */
export function SecondFactorCard({ secondFactor }: { readonly secondFactor: SecondFactor }) {
  const { t } = useText();
  const [asking, setAsking] = useState<'enrol' | 'renew' | 'disable' | null>(null);
  const { enrolledAt, recoveryCodesLeft, isRequired } = secondFactor;
  const close = () => setAsking(null);
  return (
    <Card title={t('secondFactor.title')} description={t('secondFactor.text')}>
      {isRequired && enrolledAt === null ? (
        <p role="status" className={cx('notice')}>
          {t('secondFactor.required')}
        </p>
      ) : null}
      {enrolledAt === null ? (
        <>
          <p className={cx('state')}>
            <StatusBadge tone={isRequired ? 'warning' : 'neutral'}>
              {t('secondFactor.off')}
            </StatusBadge>
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
            <span className={cx('muted')}>
              {t('secondFactor.codesLeft', { left: recoveryCodesLeft })}
            </span>
          </p>
          {recoveryCodesLeft <= FEW_CODES ? <p>{t('secondFactor.fewCodesLeft')}</p> : null}
          <div className={cx('actions')}>
            <Button icon="refresh" onClick={() => setAsking('renew')}>
              {t('secondFactor.newCodes')}
            </Button>
            <Button icon="block" onClick={() => setAsking('disable')}>
              {t('secondFactor.turnOff')}
            </Button>
          </div>
        </>
      )}
      {asking === 'enrol' ? <EnrolDialog onClose={close} /> : null}
      {asking === 'renew' ? <RenewDialog onClose={close} /> : null}
      {asking === 'disable' ? <DisableDialog onClose={close} /> : null}
    </Card>
  );
}
