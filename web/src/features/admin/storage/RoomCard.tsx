import type { StorageLevel, StorageUse } from '@prahari/contract';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { StatusBadge } from '../../../ui/Badge.tsx';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { ProgressBar } from '../../../ui/ProgressBar.tsx';
import styles from './Storage.module.css';

const cx = classNames(styles);

const LEVELS = {
  ok: { text: 'storage.levelOk', tone: 'success' },
  warning: { text: 'storage.levelWarning', tone: 'warning' },
  critical: { text: 'storage.levelCritical', tone: 'danger' },
} as const;

const BARS = { ok: 'primary', warning: 'accent', critical: 'danger' } as const;

/** The disk, and each kind of what is kept with its quota. */
export function RoomCard({ use }: { readonly use: StorageUse }) {
  const { t } = useText();
  const format = useFormat();
  const { disk, kinds, driver } = use;
  const used = disk.totalBytes - disk.freeBytes;
  const ofVideos = kinds.reduce((sum, { bytes }) => sum + bytes, 0);
  const [free, total] = [format.bytes(disk.freeBytes), format.bytes(disk.totalBytes)];
  return (
    <Card title={t('storage.roomTitle')}>
      <ul className={cx('rows')}>
        <Row
          name={t(driver === 's3' ? 'storage.diskOfUploads' : 'storage.disk')}
          amount={t('storage.freeOf', { free, total })}
          share={disk.totalBytes > 0 ? used / disk.totalBytes : null}
          level={disk.level}
          saysWhenOk
          note={
            disk.awaitedBytes > 0
              ? t('storage.awaited', { amount: format.bytes(disk.awaitedBytes) })
              : null
          }
        />
        {kinds.map(({ kind, bytes, count, quota, level }) => (
          <Row
            key={kind}
            name={t(`storage.kind_${kind}`)}
            amount={t(kind === 'uploads' ? 'storage.inFiles' : 'storage.ofVideos', {
              amount: format.bytes(bytes),
              count,
            })}
            share={quota ? quota.usedBytes / quota.bytes : null}
            level={level}
            note={
              quota
                ? t(kind === 'uploads' ? 'storage.ownQuota' : 'storage.quota', {
                    used: format.bytes(quota.usedBytes),
                    quota: format.bytes(quota.bytes),
                  })
                : null
            }
          />
        ))}
        {/* In object storage, videos are not on this disk. */}
        {driver === 's3' || used <= ofVideos ? null : (
          <Row
            name={t('storage.otherFiles')}
            amount={format.bytes(used - ofVideos)}
            share={null}
            level="ok"
            note={null}
          />
        )}
      </ul>
      {driver === 's3' ? <p className={cx('note')}>{t('storage.s3Note')}</p> : null}
      {use.uncounted > 0 ? (
        <p className={cx('note')}>{t('storage.uncounted', { count: use.uncounted })}</p>
      ) : null}
    </Card>
  );
}

interface RowProps {
  readonly name: string;
  readonly amount: string;
  /** Null where there is no end to reach. */
  readonly share: number | null;
  readonly level: StorageLevel;
  /** Of a limit that is far above what the disk holds, 'enough' would be no answer. */
  readonly saysWhenOk?: boolean;
  readonly note: string | null;
}

function Row({ name, amount, share, level, saysWhenOk = false, note }: RowProps) {
  const { t } = useText();
  const format = useFormat();
  return (
    <li className={cx('row')}>
      <p className={cx('head')}>
        <span className={cx('name')}>{name}</span>
        <span className={cx('amount')}>{amount}</span>
        {share === null || (level === 'ok' && !saysWhenOk) ? null : (
          <StatusBadge tone={LEVELS[level].tone}>{t(LEVELS[level].text)}</StatusBadge>
        )}
      </p>
      {share === null ? null : (
        <ProgressBar
          label={t('storage.usedNamed', { name })}
          labelHidden
          value={share}
          valueText={format.percent(share)}
          tone={BARS[level]}
        />
      )}
      {note === null ? null : <p className={cx('note')}>{note}</p>}
    </li>
  );
}
