import type { StorageKind, StorageUse } from '@prahari/contract';
import type { ReactNode } from 'react';
import { useSizeText } from '../../../shared/format/use-size-text.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { StatusBadge } from '../../../ui/Badge.tsx';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { type PartLook, PartMark, StackedBar } from '../../../ui/StackedBar.tsx';
import { Verdict } from '../../../ui/Verdict.tsx';
import { listOwnParts, listRoomParts, type RoomPart, sumBytes } from './room-parts.ts';
import styles from './Storage.module.css';

const cx = classNames(styles);

const LEVELS = {
  ok: { text: 'storage.levelOk', tone: 'success' },
  warning: { text: 'storage.levelWarning', tone: 'warning' },
  critical: { text: 'storage.levelCritical', tone: 'danger' },
} as const;
const VERDICTS = { ok: 'good', warning: 'poor', critical: 'bad' } as const;

interface RoomCardProps {
  readonly use: StorageUse;
}

/** In one line whether there is room. */
export function RoomVerdict({ use }: RoomCardProps) {
  const { t } = useText();
  const { level } = use.disk;
  return <Verdict tone={VERDICTS[level]}>{t(LEVELS[level].text)}</Verdict>;
}

/** What takes the disk as one bar, and beside what takes it what this product keeps. */
export function RoomCard({ use }: RoomCardProps) {
  const { t } = useText();
  const writeSize = useSizeText();
  const { disk, driver, uncounted } = use;
  const parts = listRoomParts(use);
  const name = t(driver === 's3' ? 'storage.diskOfWork' : 'storage.disk');
  const own = t(driver === 's3' ? 'storage.objectStorage' : 'storage.own');
  const kinds = listOwnParts(use);
  const [free, total] = [writeSize(disk.freeBytes), writeSize(disk.totalBytes)];
  const used = writeSize(disk.totalBytes - disk.freeBytes);
  return (
    <Card title={name} description={t('storage.freeOf', { free, total })}>
      <StackedBar
        label={t('storage.usedOf', { name, used, total })}
        parts={parts.map(({ key, look, bytes }) => ({ key, look, size: bytes }))}
      />
      <div className={cx('columns')}>
        <div>
          <p className={cx('whole')}>
            {driver === 's3' ? null : <PartMark look="own" />}
            <span>{own}</span>
            <span className={cx('amount')}>{writeSize(sumBytes(kinds))}</span>
          </p>
          <ul className={cx('parts', 'within')} aria-label={own}>
            {kinds.map(({ key }) => (
              <KindPart key={key} kind={key} use={use} />
            ))}
          </ul>
          {driver === 's3' ? <p className={cx('note')}>{t('storage.s3Note')}</p> : null}
          {uncounted > 0 ? (
            <p className={cx('note')}>{t('storage.uncounted', { count: uncounted })}</p>
          ) : null}
        </div>
        <ul className={cx('parts')} aria-label={name}>
          {parts.map((part) => (
            <DiskPart key={part.key} part={part} use={use} />
          ))}
        </ul>
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
    // It stands with its kinds.
    case 'own':
      return null;
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
    case 'free':
      return (
        <Row name={t('storage.free')} look={look} amount={amount}>
          {disk.awaitedBytes > 0
            ? t('storage.awaited', { amount: writeSize(disk.awaitedBytes) })
            : null}
        </Row>
      );
  }
}

interface KindPartProps extends RoomCardProps {
  readonly kind: StorageKind;
}

/** One kind of what is kept, with its limit as soon as some of it is used up. */
function KindPart({ kind, use }: KindPartProps) {
  const { t } = useText();
  const writeSize = useSizeText();
  const found = use.kinds.find((one) => one.kind === kind);
  if (!found) return null;
  const { bytes, count, quota, level } = found;
  return (
    <Row
      name={t(`storage.kind_${kind}`)}
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
  readonly look?: PartLook;
  readonly count?: string;
  readonly amount: string;
  readonly children?: ReactNode;
}

function Row({ name, look, count, amount, children = null }: RowProps) {
  return (
    <li className={cx('part')}>
      {look ? <PartMark look={look} /> : <span />}
      <span>{name}</span>
      <span className={cx('count')}>{count}</span>
      <span className={cx('amount')}>{amount}</span>
      {children === null ? null : <p className={cx('note')}>{children}</p>}
    </li>
  );
}
