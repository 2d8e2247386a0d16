import type { AlertDetail } from '@prahari/contract';
import type { ReactNode } from 'react';
import { SessionLink } from '../../../domain/activity/ActivityLinks.tsx';
import { useRights } from '../../../domain/users/use-rights.ts';
import { Time } from '../../../shared/format/Time.tsx';
import { findLocale } from '../../../shared/i18n/language.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Link } from '../../../shared/routing/Link.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Facts } from '../../../ui/Facts.tsx';
import { shortenUserAgent } from './alert-text.ts';
import styles from './Detail.module.css';
import { useWindowText } from './use-window-text.ts';

const cx = classNames(styles);

type Fact = readonly [name: string, value: ReactNode];
const metadataNames = [
  ...(['metric', 'operator', 'threshold', 'value', 'timeWindow'] as const),
  ...(['event', 'eventId', 'details'] as const),
];

/** Who, where, how often, who did what; then what the rule measured. */
export function AlertFacts({ alert }: { readonly alert: AlertDetail }) {
  const { t } = useText();
  const measured = useMeasured(alert.metadata);
  const facts = [...useWhen(alert), ...useWho(alert), ...useLife(alert)];
  return (
    <>
      <Facts facts={facts} />
      {measured.length > 0 ? (
        <section>
          <h3 className={cx('subtitle')}>{t('alerts.measured')}</h3>
          <Facts facts={measured} />
        </section>
      ) : null}
    </>
  );
}

function useWhen({ createdAt, lastSeenAt, count }: AlertDetail): Fact[] {
  const { t } = useText();
  return [
    [t('alerts.createdAt'), <Time key="c" value={createdAt} />],
    [t('alerts.lastSeenAt'), <Time key="l" value={lastSeenAt} />],
    [t('alerts.count'), count],
  ];
}

function useWho(alert: AlertDetail): Fact[] {
  const { t, language } = useText();
  const { may } = useRights();
  const { userId, userDetails, subject, sessionId, deviceId, country, metadata } = alert;
  const { ipAddress, userAgent } = metadata;
  const countryName = (code: string) =>
    new Intl.DisplayNames([findLocale(language)], { type: 'region' }).of(code) ?? code;
  const facts: (Fact | null)[] = [
    userDetails
      ? [
          t('alerts.user'),
          userId && may('users.read') ? (
            <Link key="u" to={`/admin/users/${userId}`}>
              {userDetails.name}
            </Link>
          ) : (
            userDetails.name
          ),
        ]
      : null,
    userDetails ? [t('alerts.contactNumber'), userDetails.contactNumber] : null,
    userDetails?.location ? [t('alerts.location'), userDetails.location] : null,
    [t('alerts.subject'), t(`alerts.subject_${subject.kind}`)],
    typeof ipAddress === 'string'
      ? [
          t('alerts.ipAddress'),
          <Link
            key="a"
            to={`/admin/alerts?${new URLSearchParams({ address: ipAddress, 'f.range': '90d' })}`}
          >
            {ipAddress}
          </Link>,
        ]
      : null,
    country ? [t('alerts.country'), countryName(country)] : null,
    typeof userAgent === 'string'
      ? [
          t('alerts.userAgent'),
          <span key="b" title={userAgent} lang="en">
            {shortenUserAgent(userAgent)}
          </span>,
        ]
      : null,
    sessionId
      ? [t('alerts.session'), <SessionLink key="s" userId={userId} sessionId={sessionId} />]
      : null,
    deviceId ? [t('alerts.device'), <Code key="d" text={deviceId} />] : null,
  ];
  return facts.filter((fact) => fact !== null);
}

/** Who acknowledged, resolved or dismissed it last. */
function useLife(alert: AlertDetail): Fact[] {
  const { t } = useText();
  const { acknowledgedAt, acknowledgedBy, resolvedAt, resolvedBy, resolution } = alert;
  const { status, dismissedAt, dismissedBy, dismissReason, suppressedUntil } = alert;
  const facts: (Fact | null)[] = [
    acknowledgedAt
      ? [t('alerts.acknowledgedBy'), <ByAt key="a" by={acknowledgedBy} at={acknowledgedAt} />]
      : null,
    resolvedAt ? [t('alerts.resolvedBy'), <ByAt key="r" by={resolvedBy} at={resolvedAt} />] : null,
    resolution ? [t('alerts.resolution'), resolution] : null,
    dismissedAt
      ? [t('alerts.dismissedBy'), <ByAt key="d" by={dismissedBy} at={dismissedAt} />]
      : null,
    dismissReason ? [t('alerts.dismissReason'), dismissReason] : null,
    status === 'suppressed' && suppressedUntil
      ? [t('alerts.suppressedUntil'), <Time key="u" value={suppressedUntil} />]
      : null,
  ];
  return facts.filter((fact) => fact !== null);
}

function ByAt({ by, at }: { readonly by: string | null; readonly at: string }) {
  return (
    <>
      {by} · <Time value={at} />
    </>
  );
}

function Code({ text }: { readonly text: string }) {
  return <code className={cx('code')}>{text}</code>;
}

/** What else is known, with known names in the reader's language. */
function useMeasured({ ipAddress: _a, userAgent: _b, ...rest }: AlertDetail['metadata']): Fact[] {
  const { t } = useText();
  const writeWindow = useWindowText();
  return Object.entries(rest).map(([field, value]) => {
    const name = metadataNames.find((known) => known === field);
    const isWindow = field === 'timeWindow' && typeof value === 'number';
    return [
      name ? t(`alerts.meta_${name}`) : field,
      isWindow ? writeWindow(value) : <Code key={field} text={formatValue(value)} />,
    ];
  });
}

function formatValue(value: unknown): string {
  if (typeof value === 'string') return value;
  return JSON.stringify(value) ?? '';
}
