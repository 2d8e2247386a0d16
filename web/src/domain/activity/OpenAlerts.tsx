import type { Alert } from '@prahari/contract';
import type { ReactNode } from 'react';
import { Time } from '../../shared/format/Time.tsx';
import { useText } from '../../shared/i18n/use-text.ts';
import { Link } from '../../shared/routing/Link.tsx';
import { Card } from '../../ui/Card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ErrorState } from '../../ui/StateMessage.tsx';
import { useAlertWords } from '../alerts/use-alert-words.ts';
import { SeverityBadge } from '../security/SeverityBadge.tsx';
import styles from './Activity.module.css';
import type { Subject } from './activity-view.ts';
import { useOpenAlerts } from './use-activity.ts';

const cx = classNames(styles);

interface OpenAlertsProps {
  readonly subject: Subject;
  /** Where something can be done about an alert, if there is such a place. */
  readonly remedyOf?: (alert: Alert) => ReactNode;
}

/** The gravest alerts about a user or an address that are still open. */
export function OpenAlerts({ subject, remedyOf }: OpenAlertsProps) {
  const { t } = useText();
  const alerts = useOpenAlerts(subject);
  const about = new URLSearchParams({ ...subject, 'f.range': '90d' });
  return (
    <Card
      title={t('home.openAlerts')}
      actions={<Link to={`/admin/alerts?${about}`}>{t('activity.allAlerts')}</Link>}
    >
      {alerts.isPending ? <Skeleton /> : null}
      {alerts.isError && !alerts.data ? (
        <ErrorState
          title={t('activity.alertsFailed')}
          retryLabel={t('common.retry')}
          retrying={alerts.isFetching}
          onRetry={() => void alerts.refetch()}
        />
      ) : null}
      {alerts.data?.items.length === 0 ? (
        <p className={cx('muted')}>{t('activity.noOpenAlerts')}</p>
      ) : null}
      {alerts.data && alerts.data.items.length > 0 ? (
        <ul className={cx('alerts')}>
          {alerts.data.items.map((alert) => (
            <AlertRow key={alert.id} alert={alert} remedy={remedyOf?.(alert) ?? null} />
          ))}
        </ul>
      ) : null}
    </Card>
  );
}

interface AlertRowProps {
  readonly alert: Alert;
  readonly remedy: ReactNode;
}

function AlertRow({ alert, remedy }: AlertRowProps) {
  const { t } = useText();
  const { titleOf } = useAlertWords();
  const { id, severity, status, count, lastSeenAt } = alert;
  return (
    <li className={cx('alert')}>
      <span>
        <SeverityBadge severity={severity} />
      </span>
      <Link to={`/admin/alerts?alert=${id}`} className={cx('alertTitle')}>
        {titleOf(alert)}
      </Link>
      <span className={cx('muted')}>
        {t(`alerts.status_${status}`)}
        {count > 1 ? ` · ${t('activity.times', { count })}` : null} ·{' '}
        <Time value={lastSeenAt} show="relative" />
        {remedy === null ? null : <> · {remedy}</>}
      </span>
    </li>
  );
}
