import type { StorageUse } from '@prahari/contract';
import { useSizeText } from '../../../shared/format/use-size-text.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import styles from './Storage.module.css';

const cx = classNames(styles);

/** The limits in force, each with the operator's setting as its tooltip. */
export function LimitsCard({ use }: { readonly use: StorageUse }) {
  const { t } = useText();
  const writeSize = useSizeText();
  const { limits } = use;
  const { mediaQuotaBytes } = limits;
  const time = (hours: number) =>
    hours >= 48 && hours % 24 === 0
      ? t('storage.days', { count: hours / 24 })
      : t('storage.hours', { count: hours });
  const rows = [
    ['UPLOAD_MAX_BYTES', t('storage.uploadMax'), writeSize(limits.uploadMaxBytes)],
    ['UPLOAD_QUOTA_BYTES', t('storage.uploadQuota'), writeSize(limits.uploadQuotaBytes)],
    [
      'MEDIA_QUOTA_BYTES',
      t('storage.mediaQuota'),
      mediaQuotaBytes === null ? t('storage.none') : writeSize(mediaQuotaBytes),
    ],
    ['DISK_RESERVE_BYTES', t('storage.reserve'), writeSize(limits.diskReserveBytes)],
    ['UPLOAD_LIFETIME_HOURS', t('storage.lifetime'), time(limits.uploadLifetimeHours)],
    ['VIDEO_DELETE_GRACE_HOURS', t('storage.grace'), time(limits.deleteGraceHours)],
  ] as const;
  return (
    <Card title={t('storage.limitsTitle')} description={t('storage.limitsText')}>
      <dl className={cx('limits')}>
        {rows.map(([setting, name, value]) => (
          <div key={setting} className={cx('limit')}>
            <dt title={setting}>{name}</dt>
            <dd className={cx('amount')}>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
