import { type Alert, listAllowedMoves } from '@prahari/contract';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useAlertWords } from '../../../domain/alerts/use-alert-words.ts';
import { SeverityBadge } from '../../../domain/security/SeverityBadge.tsx';
import { useRights } from '../../../domain/users/use-rights.ts';
import { Time } from '../../../shared/format/Time.tsx';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Link } from '../../../shared/routing/Link.tsx';
import { Badge, StatusBadge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { leaveFocusTo } from '../../../ui/use-return-focus.ts';
import styles from './Alerts.module.css';
import { categoryIcons, statusTones } from './alert-looks.ts';
import { shortenMessage } from './alert-text.ts';
import { useAlertMessage } from './use-alert-message.ts';

const cx = classNames(styles);

export interface AlertRowProps {
  readonly alert: Alert;
  readonly onOpen: (id: string) => void;
  readonly onAcknowledge: (alert: Alert) => void;
}

/** One alert of the list: all of it opens the detail, but for the link to its user and its button. */
export function AlertRow({ alert, onOpen, onAcknowledge }: AlertRowProps) {
  const { t } = useText();
  const { titleOf } = useAlertWords();
  const { may } = useRights();
  const message = useAlertMessage()(alert);
  const { id, severity, category, status, count, userId, userDetails, metadata } = alert;
  const address = metadata['ipAddress'];
  const text = shortenMessage(message.text);
  const opener = useRef<HTMLButtonElement>(null);
  usePassFocus(opener);
  const isNew = listAllowedMoves(status).includes('acknowledge');
  return (
    <li className={cx('item', severity)}>
      <span className={cx('sign')}>
        <Icon name={categoryIcons[category]} size={18} />
      </span>
      <div className={cx('words')}>
        <div className={cx('head')}>
          <button
            ref={opener}
            type="button"
            className={cx('open')}
            aria-haspopup="dialog"
            onClick={() => onOpen(id)}
          >
            {titleOf(alert)}
          </button>
          <span className={cx('badges')}>
            <SeverityBadge severity={severity} />
            {alert.isTest ? <Badge tone="accent">{t('alerts.test')}</Badge> : null}
            {status === 'active' ? null : (
              <StatusBadge tone={statusTones[status]}>{t(`alerts.status_${status}`)}</StatusBadge>
            )}
          </span>
        </div>
        <div className={cx('told')}>
          <p className={cx('message')} lang={message.lang}>
            {text}
          </p>
          <ul className={cx('meta')}>
            <li>{t(`alerts.category_${category}`)}</li>
            {userDetails ? (
              <li>
                {userId && may('users.read') ? (
                  <Link to={`/admin/users/${userId}`} className={cx('above')}>
                    {userDetails.name}
                  </Link>
                ) : (
                  userDetails.name
                )}
              </li>
            ) : null}
            {typeof address === 'string' && !text.includes(address) ? <li>{address}</li> : null}
            {/* The chart of trends counts an alert where it began. */}
            {count > 1 ? (
              <li>
                {t('alerts.times', { count })}, {t('alerts.begun')}{' '}
                <Time value={alert.createdAt} show="relative" />
              </li>
            ) : null}
          </ul>
        </div>
      </div>
      <div className={cx('end')}>
        <span className={cx('when')}>
          <Time value={alert.lastSeenAt} show="relative" />
        </span>
        {isNew && may('alerts.write') ? (
          <span className={cx('above')}>
            <Button
              size="compact"
              aria-haspopup="dialog"
              aria-label={t('alerts.acknowledgeOf', { title: titleOf(alert) })}
              onClick={() => {
                // The focus returns to what it was on, and this button is gone by then.
                opener.current?.focus();
                onAcknowledge(alert);
              }}
            >
              {t('alerts.acknowledge')}
            </Button>
          </span>
        ) : null}
      </div>
    </li>
  );
}

/**
 * Hands the focus to the alert beside as the row goes, which an alert that was dealt with does in a
 * list of open ones: people with a keyboard would start at the top of the page again.
 */
function usePassFocus(opener: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const gone = opener.current;
    return () => {
      const row = gone?.closest('li');
      const beside = row?.nextElementSibling ?? row?.previousElementSibling;
      const heir = beside?.querySelector('button') ?? row?.closest('[role="tabpanel"]');
      if (gone && heir instanceof HTMLElement) leaveFocusTo(gone, heir);
    };
  }, [opener]);
}
