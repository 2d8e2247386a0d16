import type { SessionView } from '@prahari/contract';
import { useState } from 'react';
import { Time } from '../../shared/format/Time.tsx';
import { useText } from '../../shared/i18n/use-text.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/Icon.tsx';
import styles from './SessionList.module.css';
import { useDeviceName } from './use-device-name.ts';

const cx = classNames(styles);

export interface SessionListProps {
  readonly sessions: readonly SessionView[];
  /** Absent where the viewer may only look. The session of this browser ends by the user's menu. */
  readonly onEnd?: (session: SessionView) => Promise<void>;
}

/** The session of this very browser is the one that its user knows; the others stay as given. */
function putCurrentFirst(sessions: readonly SessionView[]): readonly SessionView[] {
  return [
    ...sessions.filter(({ isCurrent }) => isCurrent),
    ...sessions.filter(({ isCurrent }) => !isCurrent),
  ];
}

/** Live sessions, each with where, since when and how lately, and a way to end it. */
export function SessionList({ sessions, onEnd }: SessionListProps) {
  const { t } = useText();
  const nameOf = useDeviceName();
  const [asking, setAsking] = useState<SessionView | null>(null);
  const [ending, setEnding] = useState(false);

  async function end(session: SessionView) {
    setEnding(true);
    await onEnd?.(session);
    setEnding(false);
    setAsking(null);
  }

  if (sessions.length === 0) return <p className={cx('empty')}>{t('sessions.empty')}</p>;
  return (
    <ul className={cx('list')}>
      {putCurrentFirst(sessions).map((session) => (
        <li key={session.id} className={cx('session')}>
          <span className={cx('glyph')}>
            <Icon name="monitor" size={20} />
          </span>
          <div className={cx('facts')}>
            <p className={cx('device')}>
              {nameOf(session.device)}
              {session.isCurrent ? <Badge tone="primary">{t('sessions.current')}</Badge> : null}
              {session.isBound ? <Badge>{t('sessions.bound')}</Badge> : null}
            </p>
            <p className={cx('detail')}>
              {t('sessions.signedIn')} <Time value={session.signedInAt} show="day" /> ·{' '}
              {t('sessions.lastSeen')} <Time value={session.lastSeenAt} show="relative" /> ·{' '}
              {session.address}
            </p>
          </div>
          {onEnd && !session.isCurrent ? (
            <Button
              size="compact"
              variant="ghost"
              aria-label={t('sessions.signOutOf', { device: nameOf(session.device) })}
              onClick={() => setAsking(session)}
            >
              {t('sessions.signOut')}
            </Button>
          ) : null}
        </li>
      ))}
      {asking ? (
        <ConfirmDialog
          open
          onOpenChange={() => setAsking(null)}
          title={t('sessions.signOut')}
          description={t('sessions.signOutOneConfirm', { device: nameOf(asking.device) })}
          confirmLabel={t('sessions.signOut')}
          cancelLabel={t('common.cancel')}
          tone="danger"
          loading={ending}
          onConfirm={() => void end(asking)}
        />
      ) : null}
    </ul>
  );
}
