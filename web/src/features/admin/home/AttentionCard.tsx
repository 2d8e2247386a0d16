import type { AdminHome } from '@prahari/contract';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Link } from '../../../shared/routing/Link.tsx';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { type Attention, type AttentionKind, formatCount, listAttention } from './attention.ts';
import styles from './Home.module.css';

const cx = classNames(styles);

const TEXTS = {
  storageCritical: 'home.needStorageCritical',
  failedUploads: 'home.needFailedUploads',
  seriousIncidents: 'home.needSeriousIncidents',
  storageWarning: 'home.needStorageWarning',
  waitingForRoom: 'home.needWaitingForRoom',
  terminations: 'home.needTerminations',
  clientErrors: 'home.needClientErrors',
  ownSecondFactor: 'home.needOwnSecondFactor',
  administratorsWithout: 'home.needAdministratorsWithout',
  blockedUsers: 'home.needBlockedUsers',
} as const satisfies Record<AttentionKind, string>;

/**
 * Lists what needs attention, each with a link to the page that deals with it. Open alerts have a card
 * of their own.
 */
export function AttentionCard({ home }: { readonly home: AdminHome }) {
  const { t } = useText();
  const items = listAttention(home);
  const hasAlerts = home.alerts !== null && home.alerts.items.length > 0;
  if (items.length === 0 && hasAlerts) return null;
  return (
    <Card title={t('home.attention')} flush>
      {items.length === 0 ? (
        <p className={cx('calm')}>
          <Icon name="check-circle" size={20} />
          {t('home.allWell')}
        </p>
      ) : (
        <ul className={cx('rows')}>
          {items.map((item) => (
            <Row key={item.kind} item={item} />
          ))}
        </ul>
      )}
    </Card>
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
