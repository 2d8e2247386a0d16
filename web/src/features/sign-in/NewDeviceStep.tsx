import { ApiError, type DeviceReset, deviceResetSchema } from '@prahari/contract';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { DeviceId } from '../../domain/device/DeviceId.tsx';
import { useApi } from '../../shared/api/api-context.ts';
import { ErrorNotice } from '../../shared/api/ErrorNotice.tsx';
import { useFormat } from '../../shared/format/use-format.ts';
import { useText } from '../../shared/i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/Icon.tsx';
import { notify } from '../../ui/notify.ts';
import styles from './NewDeviceStep.module.css';
import { type Credentials, type PendingSignIn, pendingSignInOf } from './pending-sign-in.ts';
import { signInBody } from './sign-in-body.ts';

const cx = classNames(styles);

type Timed = Exclude<DeviceReset, { readonly state: 'not_offered' }>;

export interface NewDeviceStepProps {
  /** The refusal `device_not_bound`. */
  readonly error: unknown;
  /** The refused sign-in, whose password was right. */
  readonly credentials: Credentials;
  /** The account moves to this device once the second step is taken. */
  readonly onPending: (pending: PendingSignIn) => void;
}

/**
 * Where the institution allows it, moves the account to this device; otherwise says when it is
 * possible or who can help, and shows the id with which the centre can bind it.
 */
export function NewDeviceStep({ error, credentials, onPending }: NewDeviceStepProps) {
  const { t } = useText();
  const format = useFormat();
  const api = useApi();
  const panel = useRef<HTMLDivElement>(null);
  const move = useMutation({
    mutationFn: () => api.signIn({ ...signInBody(credentials), resetDevice: true }),
    onError: (refusal) => {
      const pending = pendingSignInOf(refusal);
      if (pending !== null) onPending(pending);
    },
    onSuccess: () => {
      const description =
        reset?.state === 'possible' ? t('newDevice.doneNext', { date: dateOf(reset) }) : '';
      notify.success(t('newDevice.done'), { description });
    },
  });
  const reset = deviceResetOf(move.error) ?? deviceResetOf(error);
  const state = reset?.state;
  useEffect(() => {
    // Not the button: a second Enter must not move an account.
    if (state === 'possible' || state === 'later') panel.current?.focus();
  }, [state]);

  function dateOf(known: Timed): string {
    return format.dateTime(
      new Date(known.state === 'possible' ? known.nextPossibleAt : known.possibleAt),
    );
  }

  if (!reset || reset.state === 'not_offered') {
    return (
      <>
        <ErrorNotice error={move.error ?? error} situation="login" />
        <DeviceId />
      </>
    );
  }
  return (
    <>
      {move.isError && !deviceResetOf(move.error) ? (
        <ErrorNotice error={move.error} situation="login" />
      ) : null}
      <div ref={panel} tabIndex={-1} role="alert" className={cx('panel')}>
        <span className={cx('icon')}>
          <Icon name="monitor" />
        </span>
        <div className={cx('body')}>
          <p className={cx('title')}>{t('newDevice.title')}</p>
          <p>{t(`newDevice.${reset.state}`, { date: dateOf(reset) })}</p>
          {reset.state === 'possible' ? (
            <div>
              <Button loading={move.isPending} onClick={() => move.mutate()}>
                {t('newDevice.confirm')}
              </Button>
            </div>
          ) : (
            <DeviceId />
          )}
        </div>
      </div>
    </>
  );
}

/** Reads what the refusal says about a reset; null for any other error. */
function deviceResetOf(error: unknown): DeviceReset | null {
  if (!(error instanceof ApiError)) return null;
  const parsed = deviceResetSchema.safeParse(error.details['deviceReset']);
  return parsed.success ? parsed.data : null;
}
