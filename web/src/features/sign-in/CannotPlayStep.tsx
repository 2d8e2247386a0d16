import { ApiError, type CannotPlay, cannotPlaySchema } from '@prahari/contract';
import { useRef, useState } from 'react';
import { ErrorNotice } from '../../shared/api/ErrorNotice.tsx';
import { useText } from '../../shared/i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/Icon.tsx';
import { notify } from '../../ui/notify.ts';
import { useLostFocus } from '../../ui/use-lost-focus.ts';
import styles from './NewDeviceStep.module.css';

const cx = classNames(styles);

/**
 * Says that lessons don't play on this device, that the account is as it was, and gives the address
 * to open on one where they do.
 */
export function CannotPlayStep({ error }: { readonly error: unknown }) {
  const { t } = useText();
  const [copied, setCopied] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  // The button that was pressed left with the form.
  useLostFocus(panel);
  const cannotPlay = cannotPlayOf(error);
  if (cannotPlay === null) return <ErrorNotice error={error} situation="login" />;
  const address = `${window.location.origin}/login`;

  function copy() {
    navigator.clipboard.writeText(address).then(
      () => setCopied(true),
      () => notify.warning(t('profile.copyFailed')),
    );
  }

  return (
    <div ref={panel} role="alert" tabIndex={-1} className={cx('panel')}>
      <span className={cx('icon')}>
        <Icon name="monitor" />
      </span>
      <div className={cx('body')}>
        <p className={cx('title')}>{t('newDevice.cannotPlay')}</p>
        <p>
          {cannotPlay.verdict === 'mobile'
            ? t('newDevice.mobile')
            : t('newDevice.smallScreen', { pixels: cannotPlay.minimumScreenPixels })}
        </p>
        <p>{t('newDevice.untouched')}</p>
        <div className={cx('address')}>
          <code>{address}</code>
          <Button size="compact" onClick={copy}>
            {copied ? t('common.copied') : t('newDevice.copyAddress')}
          </Button>
        </div>
      </div>
    </div>
  );
}

/** Reads what the refusal says about this device; null for any other error. */
function cannotPlayOf(error: unknown): CannotPlay | null {
  if (!(error instanceof ApiError)) return null;
  const parsed = cannotPlaySchema.safeParse(error.details['cannotPlay']);
  return parsed.success ? parsed.data : null;
}
