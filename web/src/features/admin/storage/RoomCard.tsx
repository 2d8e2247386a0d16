import type { StorageUse } from '@prahari/contract';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useLimitText } from '../../../shared/format/use-limit-text.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { StatusBadge } from '../../../ui/Badge.tsx';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Facts } from '../../../ui/Facts.tsx';
import { ShareBar, type SharePart } from '../../../ui/ShareBar.tsx';
import styles from './Storage.module.css';

const cx = classNames(styles);

const LEVELS = {
  ok: { text: 'storage.levelOk', tone: 'success' },
  warning: { text: 'storage.levelWarning', tone: 'warning' },
  critical: { text: 'storage.levelCritical', tone: 'danger' },
} as const;

type KindUse = StorageUse['kinds'][number];

/** The disk and what takes it; of media in object storage, which tells no end, how much there is. */
export function RoomCard({ use }: { readonly use: StorageUse }) {
  const { t } = useText();
  const format = useFormat();
  const { writeAmount, writeNote } = useKindTexts();
  const { disk, kinds, driver } = use;
  const isOnDisk = (kind: KindUse) => driver === 'disk' || kind.kind === 'uploads';
  const share = (bytes: number) => (disk.totalBytes > 0 ? bytes / disk.totalBytes : 0);
  const used = disk.totalBytes - disk.freeBytes;
  const known = kinds.filter(isOnDisk);
  const others = Math.max(0, used - known.reduce((sum, { bytes }) => sum + bytes, 0));
  const elsewhere = kinds.filter((kind) => !isOnDisk(kind));
  const parts: readonly SharePart[] = [
    ...known.map((kind) => ({
      key: kind.kind,
      name: t(`storage.kind_${kind.kind}`),
      amount: writeAmount(kind),
      note: writeNote(kind),
      share: share(kind.bytes),
    })),
    {
      key: 'others',
      name: t('storage.otherFiles'),
      amount: format.bytes(others),
      share: share(others),
    },
  ];
  const level = LEVELS[disk.level];
  return (
    <Card
      title={t(driver === 's3' ? 'storage.diskOfUploads' : 'storage.disk')}
      description={t('storage.freeOf', {
        free: format.bytes(disk.freeBytes),
        total: format.bytes(disk.totalBytes),
      })}
      actions={<StatusBadge tone={level.tone}>{t(level.text)}</StatusBadge>}
    >
      <ShareBar
        parts={parts}
        rest={{ name: t('storage.free'), amount: format.bytes(disk.freeBytes) }}
      />
      {disk.awaitedBytes > 0 ? (
        <p className={cx('note')}>
          {t('storage.awaited', { amount: format.bytes(disk.awaitedBytes) })}
        </p>
      ) : null}
      {elsewhere.length > 0 ? (
        <div className={cx('elsewhere')}>
          <h3>{t('storage.inObjects')}</h3>
          <Facts
            inRows
            facts={elsewhere.map((kind) => [
              t(`storage.kind_${kind.kind}`),
              [writeAmount(kind), writeNote(kind)].filter((text) => text !== null).join(' · '),
            ])}
          />
          <p className={cx('note')}>{t('storage.s3Note')}</p>
        </div>
      ) : null}
      {use.uncounted > 0 ? (
        <p className={cx('note')}>{t('storage.uncounted', { count: use.uncounted })}</p>
      ) : null}
    </Card>
  );
}

/** Writes how much there is of a kind, and how that stands to its quota where there is one in use. */
function useKindTexts() {
  const { t } = useText();
  const format = useFormat();
  const writeLimit = useLimitText();
  return {
    writeAmount: ({ kind, bytes, count }: KindUse) =>
      t(kind === 'uploads' ? 'storage.inFiles' : 'storage.ofVideos', {
        amount: format.bytes(bytes),
        count,
      }),
    writeNote({ kind, quota, level }: KindUse) {
      if (!quota || quota.usedBytes === 0) return null;
      const used = t(kind === 'uploads' ? 'storage.ownQuota' : 'storage.quota', {
        used: format.bytes(quota.usedBytes),
        quota: writeLimit(quota.bytes),
      });
      if (level === 'ok') return used;
      return `${t(level === 'critical' ? 'storage.levelCritical' : 'storage.levelWarning')}: ${used}`;
    },
  };
}
