import { maxPasskeys, type Passkey } from '@prahari/contract';
import { useState } from 'react';
import { findPasskeyObstacle } from '../../../domain/passkeys/passkey-support.ts';
import { Time } from '../../../shared/format/Time.tsx';
import { useText } from '../../../shared/i18n/use-text.ts';
import { StatusBadge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { AddDialog } from './AddDialog.tsx';
import { RemoveDialog, RenameDialog } from './ChangeDialogs.tsx';
import styles from './Passkeys.module.css';

const cx = classNames(styles);

type Asking =
  | { readonly act: 'add' }
  | { readonly act: 'rename' | 'remove'; readonly passkey: Passkey };

/** My passkeys: which there are, and all that can be done to them. */
export function PasskeysCard({ passkeys }: { readonly passkeys: readonly Passkey[] }) {
  const { t } = useText();
  const [asking, setAsking] = useState<Asking | null>(null);
  const close = () => setAsking(null);
  const obstacle = findPasskeyObstacle();
  const isFull = passkeys.length >= maxPasskeys;
  return (
    <Card title={t('passkeys.title')} description={t('passkeys.text')}>
      {passkeys.length === 0 ? (
        <p className={cx('muted')}>{t('passkeys.empty')}</p>
      ) : (
        <ul className={cx('list')} aria-label={t('passkeys.title')}>
          {passkeys.map((passkey) => (
            <PasskeyItem
              key={passkey.id}
              passkey={passkey}
              onAct={(act) => setAsking({ act, passkey })}
            />
          ))}
        </ul>
      )}
      {obstacle || isFull ? (
        <p role="status" className={cx('reason')}>
          {obstacle ? t(`passkeys.${obstacle}`) : t('passkeys.full', { atMost: maxPasskeys })}
        </p>
      ) : (
        <div className={cx('actions')}>
          <Button icon="lock-reset" onClick={() => setAsking({ act: 'add' })}>
            {t('passkeys.add')}
          </Button>
        </div>
      )}
      {asking?.act === 'add' ? <AddDialog onClose={close} /> : null}
      {asking?.act === 'rename' ? <RenameDialog passkey={asking.passkey} onClose={close} /> : null}
      {asking?.act === 'remove' ? <RemoveDialog passkey={asking.passkey} onClose={close} /> : null}
    </Card>
  );
}

interface PasskeyItemProps {
  readonly passkey: Passkey;
  readonly onAct: (act: 'rename' | 'remove') => void;
}

function PasskeyItem({ passkey, onAct }: PasskeyItemProps) {
  const { t } = useText();
  const { name, createdAt, lastUsedAt, isSynced, suspectedAt } = passkey;
  return (
    <li className={cx('item')}>
      <div className={cx('facts')}>
        <span className={cx('name')}>{name}</span>
        <StatusBadge tone="neutral">
          {t(isSynced ? 'passkeys.synced' : 'passkeys.notSynced')}
        </StatusBadge>
        <span className={cx('muted')}>
          {t('passkeys.made')} <Time value={createdAt} />
        </span>
        <span className={cx('muted')}>
          {t('passkeys.lastUsed')}{' '}
          {lastUsedAt === null ? t('passkeys.never') : <Time value={lastUsedAt} />}
        </span>
        {suspectedAt === null ? null : (
          <p role="status" className={cx('warning')}>
            {t('passkeys.suspected')} <Time value={suspectedAt} />
          </p>
        )}
      </div>
      <div className={cx('acts')}>
        <Button
          size="compact"
          aria-label={t('passkeys.renameNamed', { name })}
          onClick={() => onAct('rename')}
        >
          {t('passkeys.rename')}
        </Button>
        <Button
          size="compact"
          aria-label={t('passkeys.removeNamed', { name })}
          onClick={() => onAct('remove')}
        >
          {t('passkeys.remove')}
        </Button>
      </div>
    </li>
  );
}
