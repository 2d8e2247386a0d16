import type { AlertDetail } from '@prahari/contract';
import type { ReactNode } from 'react';
import { SessionLink } from '../../../domain/activity/ActivityLinks.tsx';
import { describeDetails } from '../../../domain/activity/activity-details.ts';
import { findEventLooks } from '../../../domain/activity/event-looks.ts';
import { useRights } from '../../../domain/users/use-rights.ts';
import { Time } from '../../../shared/format/Time.tsx';
import { useFormat } from '../../../shared/format/use-format.ts';
import { findLocale } from '../../../shared/i18n/language.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Link } from '../../../shared/routing/Link.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Facts } from '../../../ui/Facts.tsx';
import { readMeasure } from './alert-measure.ts';
import { shortenUserAgent } from './alert-text.ts';
import styles from './Detail.module.css';
import { useRuleWords } from './rules/use-rule-words.ts';
import { useWindowText } from './use-window-text.ts';

const cx = classNames(styles);

type Fact = readonly [name: string, value: ReactNode];
const metadataNames = [
  ...(['metric', 'operator', 'threshold', 'value', 'timeWindow'] as const),
  ...(['event', 'eventId', 'details'] as const),
];

/** Who, where, how often, who did what; what the rule measured. */
export function AlertFacts({ alert }: { readonly alert: AlertDetail }) {
  const { t } = useText();
  const { measured } = useMeasured(alert.metadata);
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

/** What machines call it, for those who ask. */
export function TechnicalFacts({ alert }: { readonly alert: AlertDetail }) {
  const { t } = useText();
  const ids = [...useIds(alert), ...useMeasured(alert.metadata).technical];
  if (ids.length === 0) return null;
  return (
    <details>
      <summary>{t('security.technical')}</summary>
      <div className={cx('technical')}>
        <Facts facts={ids} />
      </div>
    </details>
  );
}

function useWhen({ createdAt, lastSeenAt, count }: AlertDetail): Fact[] {
  const { t } = useText();
  const first: Fact = [t('alerts.createdAt'), <Time key="c" value={createdAt} />];
  if (count === 1) return [first];
  const last: Fact = [t('alerts.lastSeenAt'), <Time key="l" value={lastSeenAt} />];
  return [first, last, [t('alerts.count'), count]];
}

function useWho(alert: AlertDetail): Fact[] {
  const { t, language } = useText();
  const { may } = useRights();
  const { userId, userDetails, subject, country, metadata } = alert;
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
    subject.kind === 'user' && userDetails
      ? null
      : [t('alerts.subject'), t(`alerts.subject_${subject.kind}`)],
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
  ];
  return facts.filter((fact) => fact !== null);
}

function useIds({ userId, sessionId, deviceId }: AlertDetail): Fact[] {
  const { t } = useText();
  const facts: (Fact | null)[] = [
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

interface Measured {
  readonly measured: readonly Fact[];
  /** What there are no words for, as it was recorded. */
  readonly technical: readonly Fact[];
}

/** What the rule measured and what else is known, in the reader's language as far as there are words. */
function useMeasured({
  ipAddress: _a,
  userAgent: _b,
  ...known
}: AlertDetail['metadata']): Measured {
  const { t } = useText();
  const format = useFormat();
  const { metricOf, measureOf } = useRuleWords();
  const { writeSpan } = useWindowText();
  const found = readMeasure(known);
  const measured: Fact[] = found
    ? [
        [t('alerts.meta_metric'), metricOf(found.metric)],
        [t('alerts.meta_value'), measureOf(found.metric, found.value)],
        [
          t('alerts.meta_threshold'),
          t(`alerts.limit_${found.operator}`, {
            measure: measureOf(found.metric, found.threshold),
          }),
        ],
        [t('alerts.meta_timeWindow'), writeSpan(found.timeWindow)],
      ]
    : [];
  const technical: Fact[] = [];
  for (const [field, value] of Object.entries(known)) {
    if (found && field in found) continue;
    const name = metadataNames.find((one) => one === field);
    const looks = name === 'event' && typeof value === 'string' ? findEventLooks(value) : null;
    if (name === 'timeWindow' && typeof value === 'number') {
      measured.push([t('alerts.meta_timeWindow'), writeSpan(value)]);
    } else if (looks) {
      measured.push([t('alerts.meta_event'), t(looks.text)]);
    } else if (name === 'details' && isRecord(value)) {
      const said = describeDetails(t, format.duration, { details: value, by: null });
      const words = [...said.words, ...said.technical];
      if (words.length > 0) measured.push([t('alerts.meta_details'), words.join(' · ')]);
      const rest = words.length > 0 ? '' : leaveOutShown(value);
      if (rest) technical.push([t('alerts.meta_details'), <Code key="d" text={rest} />]);
    } else {
      const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
      technical.push([name ? t(`alerts.meta_${name}`) : field, <Code key={field} text={text} />]);
    }
  }
  return { measured, technical };
}

/** What stands above already. */
const shownAbove = ['userId', 'sessionId', 'deviceId', 'address', 'country', 'videoId'];

/** The rest, as it was recorded; empty where nothing remains. */
function leaveOutShown(details: Readonly<Record<string, unknown>>): string {
  const rest = Object.entries(details).filter(([name]) => !shownAbove.includes(name));
  return rest.length > 0 ? JSON.stringify(Object.fromEntries(rest)) : '';
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
