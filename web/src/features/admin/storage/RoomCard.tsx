import type { StorageKind, StorageUse } from '@prahari/contract';
import type { ReactNode } from 'react';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useLimitText } from '../../../shared/format/use-limit-text.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { StatusBadge } from '../../../ui/Badge.tsx';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { type PartLook, PartMark, StackedBar } from '../../../ui/StackedBar.tsx';
import { listRoomParts, type RoomPart } from './room-parts.ts';
import styles from './Storage.module.css';

const cx = classNames(styles);

const LEVELS = {
  ok: { text: 'storage.levelOk', tone: 'success' },
  warning: { text: 'storage.levelWarning', tone: 'warning' },
  critical: { text: 'storage.levelCritical', tone: 'danger' },
} as const;

interface RoomCardProps {
  readonly use: StorageUse;
}

/** What the disk is full of, as one bar and the list of its parts; then what lies elsewhere. */
export function RoomCard({ use }: RoomCardProps) {
  const { t } = useText();
  const format = useFormat();
  const { disk, driver, kinds } = use;
  const parts = listRoomParts(use);
  const name = t(driver === 's3' ? 'storage.diskOfWork' : 'storage.disk');
  const [free, total] = [format.bytes(disk.freeBytes), format.bytes(disk.totalBytes)];
  const used = format.bytes(disk.totalBytes - disk.freeBytes);
  return (
    <Card
      title={name}
      description={t('storage.freeOf', { free, total })}
      actions={
        <StatusBadge tone={LEVELS[disk.level].tone}>{t(LEVELS[disk.level].text)}</StatusBadge>
      }
    >
      <div className={cx('room')}>
        <StackedBar
          label={t('storage.usedOf', { name, used, total })}
          parts={parts.map(({ key, look, bytes }) => ({ key, look, size: bytes }))}
        />
        <ul className={cx('parts')} aria-label={name}>
          {parts.map((part) => (
            <DiskPart key={part.key} part={part} use={use} />
          ))}
        </ul>
        {driver === 's3' ? (
          <>
            <p className={cx('head')}>
              <span className={cx('name')}>{t('storage.objectStorage')}</span>
            </p>
            <ul className={cx('parts')} aria-label={t('storage.objectStorage')}>
              {kinds.map(({ kind }) => (
                <KindPart key={kind} kind={kind} use={use} />
              ))}
            </ul>
            <p className={cx('note')}>{t('storage.s3Note')}</p>
          </>
        ) : null}
        {use.uncounted > 0 ? (
          <p className={cx('note')}>{t('storage.uncounted', { count: use.uncounted })}</p>
        ) : null}
      </div>
    </Card>
  );
}

function DiskPart({ part, use }: RoomCardProps & { readonly part: RoomPart }) {
  const { t } = useText();
  const format = useFormat();
  const writeLimit = useLimitText();
  const { key, look, bytes } = part;
  const { driver, disk, limits } = use;
  switch (key) {
    case 'others':
      return (
        <Row
          name={t(driver === 's3' ? 'storage.allFiles' : 'storage.otherFiles')}
          look={look}
          amount={format.bytes(bytes)}
        >
          {t(driver === 's3' ? 'storage.allFilesText' : 'storage.otherFilesText')}
        </Row>
      );
    case 'available':
      return (
        <Row name={t('storage.available')} look={look} amount={format.bytes(bytes)}>
          {disk.awaitedBytes > 0
            ? t('storage.awaited', { amount: format.bytes(disk.awaitedBytes) })
            : null}
        </Row>
      );
    case 'kept':
      return (
        <Row
          name={t('storage.reserve')}
          look={look}
          amount={bytes === limits.diskReserveBytes ? writeLimit(bytes) : format.bytes(bytes)}
        />
      );
    default:
      return <KindPart kind={key} look={look} use={use} />;
  }
}

interface KindPartProps extends RoomCardProps {
  readonly kind: StorageKind;
  readonly look?: PartLook;
}

/** One kind of what is kept, with its limit as soon as some of it is used up. */
function KindPart({ kind, look, use }: KindPartProps) {
  const { t } = useText();
  const format = useFormat();
  const writeLimit = useLimitText();
  const found = use.kinds.find((one) => one.kind === kind);
  if (!found) return null;
  const { bytes, count, quota, level } = found;
  return (
    <Row
      name={t(`storage.kind_${kind}`)}
      look={look}
      count={t(kind === 'uploads' ? 'storage.files' : 'storage.videos', { count })}
      amount={format.bytes(bytes)}
    >
      {quota === null || (quota.usedBytes === 0 && level === 'ok') ? null : (
        <>
          {t(kind === 'uploads' ? 'storage.ownQuota' : 'storage.quota', {
            used: format.bytes(quota.usedBytes),
            quota: writeLimit(quota.bytes),
          })}{' '}
          {level === 'ok' ? null : (
            <StatusBadge tone={LEVELS[level].tone}>{t(LEVELS[level].text)}</StatusBadge>
          )}
        </>
      )}
    </Row>
  );
}

interface RowProps {
  readonly name: string;
  /** Absent where no bar shows it. */
  readonly look?: PartLook | undefined;
  readonly count?: string;
  readonly amount: string;
  readonly children?: ReactNode;
}

function Row({ name, look, count, amount, children = null }: RowProps) {
  return (
    <li className={cx('part', !look && 'unmarked')}>
      {look ? <PartMark look={look} /> : null}
      <span>{name}</span>
      <span className={cx('count')}>{count}</span>
      <span className={cx('amount')}>{amount}</span>
      {children === null ? null : <p className={cx('note')}>{children}</p>}
    </li>
  );
}
