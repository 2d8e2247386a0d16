import type { UserDetail } from '@prahari/contract';
import { type SyntheticEvent, useState } from 'react';
import { useRights } from '../../../../domain/users/use-rights.ts';
import { ErrorNotice } from '../../../../shared/api/ErrorNotice.tsx';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Card } from '../../../../ui/Card.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { notify } from '../../../../ui/notify.ts';
import { TextField } from '../../../../ui/TextField.tsx';
import styles from './Detail.module.css';
import { useBindDevice } from './use-user-detail.ts';

const cx = classNames(styles);
/** A key's thumbprint (RFC 7638): SHA-256 in base64url. */
const DEVICE_ID = /^[A-Za-z0-9_-]{43}$/;

export interface DeviceCardProps {
  readonly user: UserDetail;
}

/**
 * The devices that the account is bound to: visible to all who may see the user, changeable with the
 * permission to manage devices.
 */
export function DeviceCard({ user }: DeviceCardProps) {
  const { t } = useText();
  const { may } = useRights();
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState(false);
  const bind = useBindDevice(user.id, () => {
    notify.success(t('users.bindDone', { name: user.name }));
  });
  const isValid = DEVICE_ID.test(typed.trim());

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    setAsked(true);
    if (isValid) bind.mutate(typed.trim());
  }

  return (
    <Card title={t('users.device')} description={t('users.deviceText')}>
      {user.deviceIds.length === 0 ? (
        <p className={cx('muted')}>{t('users.deviceFree')}</p>
      ) : (
        <>
          <p>{t('learner.deviceBound', { count: user.deviceIds.length })}</p>
          <ul className={cx('devices')}>
            {user.deviceIds.map((id) => (
              <li key={id}>
                <code className={cx('thumbprint')}>{id}</code>
              </li>
            ))}
          </ul>
        </>
      )}
      {may('devices.manage') ? (
        <form noValidate onSubmit={submit}>
          {bind.isError ? <ErrorNotice error={bind.error} /> : null}
          <div className={cx('bind')}>
            <TextField
              label={t('users.deviceId')}
              hint={t('users.deviceIdHint')}
              autoComplete="off"
              spellCheck={false}
              maxLength={64}
              value={typed}
              error={asked && !isValid ? t('users.deviceIdInvalid') : undefined}
              onChange={(event) => setTyped(event.target.value)}
            />
            <Button type="submit" loading={bind.isPending}>
              {t('users.bindDevice')}
            </Button>
          </div>
        </form>
      ) : null}
    </Card>
  );
}
