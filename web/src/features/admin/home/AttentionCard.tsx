import type { AdminHome } from '@prahari/contract';
import { useAlertWords } from '../../../domain/alerts/use-alert-words.ts';
import { Time } from '../../../shared/format/Time.tsx';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Link } from '../../../shared/routing/Link.tsx';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/Icon.tsx';
import {
  type Attention,
  type AttentionKind,
  formatCount,
  listAttention,
  sortAlerts,
} from './attention.ts';
import styles from './Home.module.css';

const cx = classNames(styles);

const TEXTS = {
  storageCritical: 'home.needStorageCritical',
  failedUploads: 'home.needFailedUploads',
  storageWarning: 'home.needStorageWarning',
  waitingForRoom: 'home.needWaitingForRoom',
  reviewsRequested: 'home.needReviews',
  terminations: 'home.needTerminations',
  clientErrors: 'home.needClientErrors',
  ownSecondFactor: 'home.needOwnSecondFactor',
  administratorsWithout: 'home.needAdministratorsWithout',
  blockedUsers: 'home.needBlockedUsers',
} as const satisfies Record<AttentionKind, string>;

type Alerts = NonNullable<AdminHome['alerts']>;

const openAlerts = '/admin/alerts?f.range=90d&f.status=active';

/** Lists what needs attention in one place: open alerts, and what is to be done, each the worst first. */
export function AttentionCard({ home }: { readonly home: AdminHome }) {
  const { t } = useText();
  const items = listAttention(home);
  const alerts = home.alerts && home.alerts.items.length > 0 ? home.alerts : null;
  return (
    <Card title={t('home.attention')} flush>
      {items.length === 0 && !alerts ? (
        <p className={cx('calm')}>
          <Icon name="check-circle" size={20} />
          {t('home.allWell')}
        </p>
      ) : null}
      {alerts ? (
        <section className={cx('group')}>
          <h3 className={cx('groupTitle')}>
            {t('home.alerts')} <Link to={openAlerts}>{t('home.seeAllAlerts')}</Link>
          </h3>
          <ul className={cx('rows')}>
            {sortAlerts(alerts.items).map((alert) => (
              <AlertRow key={alert.id} alert={alert} />
            ))}
          </ul>
          <UnlistedAlerts alerts={alerts} />
        </section>
      ) : null}
      {items.length > 0 ? (
        <section className={cx('group')}>
          <h3 className={cx('groupTitle')}>{t('home.toDo')}</h3>
          <ul className={cx('rows')}>
            {items.map((item) => (
              <Row key={item.kind} item={item} />
            ))}
          </ul>
        </section>
      ) : null}
    </Card>
  );
}

/** A serious alert that is not taken up. */
function AlertRow({ alert }: { readonly alert: Alerts['items'][number] }) {
  const { t } = useText();
  const { titleOf } = useAlertWords();
  const { id, severity, user, lastSeenAt, ...words } = alert;
  const of = [t(`security.severity_${severity}`), ...(user ? [user.name] : [])].join(' · ');
  return (
    <li>
      <Link to={`/admin/alerts?alert=${id}&f.range=90d`} className={cx('row')}>
        <span className={cx('sign', severity === 'critical' ? 'critical' : 'danger')}>
          <Icon name="bell" size={18} />
        </span>
        <span className={cx('what')}>
          {titleOf({ ...words, isTest: false })} <span className={cx('of')}>{of}</span>
        </span>
        <span className={cx('since')}>
          <Time value={lastSeenAt} show="relative" />
        </span>
        <Icon name="chevron-right" size={18} className={cx('go')} />
      </Link>
    </li>
  );
}

/** How many there are, where more are open than listed. */
function UnlistedAlerts({ alerts: { open, items } }: { readonly alerts: Alerts }) {
  const { t } = useText();
  const format = useFormat();
  if (open.critical + open.high <= items.length) return null;
  return (
    <p className={cx('more', 'counts')}>
      {(['critical', 'high'] as const).map((severity) =>
        open[severity] === 0 ? null : (
          <Link key={severity} to={`${openAlerts}&f.severity=${severity}`}>
            {t(`home.open_${severity}`, { count: formatCount(open[severity], format.number) })}
          </Link>
        ),
      )}
    </p>
  );
}

/** A yes-or-no item has no number. */
const COUNTLESS: readonly AttentionKind[] = [
  'storageCritical',
  'storageWarning',
  'ownSecondFactor',
];

function Row({ item: { kind, count, tone, icon, to } }: { readonly item: Attention }) {
  const { t } = useText();
  const format = useFormat();
  return (
    <li>
      <Link to={to} className={cx('row')}>
        <span className={cx('sign', tone)}>
          <Icon name={icon} size={18} />
        </span>
        <span className={cx('what')}>{t(TEXTS[kind])}</span>
        {COUNTLESS.includes(kind) ? null : (
          <span className={cx('count')}>{formatCount(count, format.number)}</span>
        )}
        <Icon name="chevron-right" size={18} className={cx('go')} />
      </Link>
    </li>
  );
}
