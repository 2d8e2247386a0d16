import type { StorageKind, StorageUse } from '@prahari/contract';
import type { ReactNode } from 'react';
import { useText } from '../../../shared/i18n/use-text.ts';
import { StatusBadge } from '../../../ui/Badge.tsx';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { type PartLook, PartMark, StackedBar } from '../../../ui/StackedBar.tsx';
import { findRoom, listOwnParts, listRoomParts, type RoomPart, sumBytes } from './room-parts.ts';
import styles from './Storage.module.css';
import { useSizeText } from './use-size-text.ts';

const cx = classNames(styles);

const LEVELS = {
  ok: { text: 'storage.levelOk', tone: 'success' },
  warning: { text: 'storage.levelWarning', tone: 'warning' },
  critical: { text: 'storage.levelCritical', tone: 'danger' },
} as const;

interface RoomCardProps {
  readonly use: StorageUse;
}

/** How much room is left, and what takes the disk as one bar. */
export function RoomCard({ use }: RoomCardProps) {
  const { t } = useText();
  const writeSize = useSizeText();
  const { disk, driver } = use;
  const [parts, room] = [listRoomParts(use), findRoom(use)];
  const name = t(driver === 's3' ? 'storage.diskOfWork' : 'storage.disk');
  const [free, total] = [writeSize(disk.freeBytes), writeSize(disk.totalBytes)];
  const used = writeSize(disk.totalBytes - disk.freeBytes);
  return (
    <Card
      title={name}
      actions={
        <StatusBadge tone={LEVELS[disk.level].tone}>{t(LEVELS[disk.level].text)}</StatusBadge>
      }
    >
      <div className={cx('room')}>
        <div>
          {room === null ? null : (
            <p className={cx('verdict')}>{t('storage.roomFor', { room: writeSize(room) })}</p>
          )}
          <p className={cx('note')}>{t('storage.freeOf', { free, total })}</p>
        </div>
        <StackedBar
          thin
          label={t('storage.usedOf', { name, used, total })}
          parts={parts.map(({ key, look, bytes }) => ({ key, look, size: bytes }))}
        />
        <ul className={cx('parts')} aria-label={name}>
          {parts.map((part) => (
            <DiskPart key={part.key} part={part} use={use} />
          ))}
        </ul>
      </div>
    </Card>
  );
}

/** What this product keeps: on a large disk its kinds would all be one sliver of one bar. */
export function OwnCard({ use }: RoomCardProps) {
  const { t } = useText();
  const writeSize = useSizeText();
  const { driver, uncounted } = use;
  const parts = listOwnParts(use);
  const name = t(driver === 's3' ? 'storage.objectStorage' : 'storage.own');
  const size = writeSize(sumBytes(parts));
  return (
    <Card title={name}>
      <div className={cx('room')}>
        <p className={cx('verdict')}>{size}</p>
        <StackedBar
          thin
          label={`${name}: ${size}`}
          parts={parts.map(({ key, look, bytes }) => ({ key, look, size: bytes }))}
        />
        <ul className={cx('parts')} aria-label={name}>
          {parts.map(({ key, look }) => (
            <KindPart key={key} kind={key} look={look} use={use} />
          ))}
        </ul>
        {driver === 's3' ? <p className={cx('note')}>{t('storage.s3Note')}</p> : null}
        {uncounted > 0 ? (
          <p className={cx('note')}>{t('storage.uncounted', { count: uncounted })}</p>
        ) : null}
      </div>
    </Card>
  );
}

function DiskPart({ part, use }: RoomCardProps & { readonly part: RoomPart }) {
  const { t } = useText();
  const writeSize = useSizeText();
  const { key, look, bytes } = part;
  const { driver, disk } = use;
  const amount = writeSize(bytes);
  switch (key) {
    case 'own':
      return <Row name={t('storage.own')} look={look} amount={amount} />;
    case 'others':
      return (
        <Row
          name={t(driver === 's3' ? 'storage.allFiles' : 'storage.otherFiles')}
          look={look}
          amount={amount}
        >
          {t(driver === 's3' ? 'storage.allFilesText' : 'storage.otherFilesText')}
        </Row>
      );
    case 'available':
      return (
        <Row name={t('storage.available')} look={look} amount={amount}>
          {disk.awaitedBytes > 0
            ? t('storage.awaited', { amount: writeSize(disk.awaitedBytes) })
            : null}
        </Row>
      );
    case 'kept':
      return <Row name={t('storage.reserve')} look={look} amount={amount} />;
  }
}

interface KindPartProps extends RoomCardProps {
  readonly kind: StorageKind;
  readonly look: PartLook;
}

/** One kind of what is kept, with its limit as soon as some of it is used up. */
function KindPart({ kind, look, use }: KindPartProps) {
  const { t } = useText();
  const writeSize = useSizeText();
  const found = use.kinds.find((one) => one.kind === kind);
  if (!found) return null;
  const { bytes, count, quota, level } = found;
  return (
    <Row
      name={t(`storage.kind_${kind}`)}
      look={look}
      count={t(kind === 'uploads' ? 'storage.files' : 'storage.videos', { count })}
      amount={writeSize(bytes)}
    >
      {quota === null || (quota.usedBytes === 0 && level === 'ok') ? null : (
        <>
          {t(kind === 'uploads' ? 'storage.ownQuota' : 'storage.quota', {
            used: writeSize(quota.usedBytes),
            quota: writeSize(quota.bytes),
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
  readonly look: PartLook;
  readonly count?: string;
  readonly amount: string;
  readonly children?: ReactNode;
}

function Row({ name, look, count, amount, children = null }: RowProps) {
  return (
    <li className={cx('part')}>
      <PartMark look={look} />
      <span>{name}</span>
      <span className={cx('count')}>{count}</span>
      <span className={cx('amount')}>{amount}</span>
      {children === null ? null : <p className={cx('note')}>{children}</p>}
    </li>
  );
}
