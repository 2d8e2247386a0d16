import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { openDeviceKey } from '../../shared/api/device-key.ts';
import { useText } from '../../shared/i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { notify } from '../../ui/notify.ts';
import styles from './DeviceId.module.css';

const cx = classNames(styles);

/** As long as any (RFC 7638). */
const unknownId = '0'.repeat(43);

/** The id under which the server knows this browser, to be given to an administrator. No secret. */
export function DeviceId() {
  const { t } = useText();
  const [copied, setCopied] = useState(false);
  const device = useQuery({
    queryKey: ['device-id'],
    queryFn: async () => (await openDeviceKey()).deviceId,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (device.isError) return null;
  // Takes its place at once: what stands below must not move when the key is open.
  const id = device.data ?? '';

  function copy() {
    navigator.clipboard.writeText(id).then(
      () => setCopied(true),
      () => notify.warning(t('profile.copyFailed')),
    );
  }

  return (
    <p className={cx('device', device.isPending && 'reserved')}>
      <span className={cx('name')}>{t('profile.deviceId')}</span>
      {id === '' ? (
        <span className={cx('id')}>{unknownId}</span>
      ) : (
        <code className={cx('id')}>{id}</code>
      )}
      <Button size="compact" aria-label={t('profile.copyDeviceId')} onClick={copy}>
        {copied ? t('common.copied') : t('profile.copy')}
      </Button>
    </p>
  );
}
