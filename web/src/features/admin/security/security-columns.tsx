import {
  type IncidentGroup,
  incidentTypeNames,
  type SecurityIncident,
  type Termination,
  type WatchedPlayback,
} from '@prahari/contract';
import { useMemo } from 'react';
import { describeIncident } from '../../../domain/security/incident-words.ts';
import { nameKeySystem } from '../../../domain/security/key-system-words.ts';
import { SeverityBadge } from '../../../domain/security/SeverityBadge.tsx';
import { useDeviceName } from '../../../domain/sessions/use-device-name.ts';
import { Time } from '../../../shared/format/Time.tsx';
import { useFormat } from '../../../shared/format/use-format.ts';
import type { Say } from '../../../shared/i18n/text-key.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Link } from '../../../shared/routing/Link.tsx';
import type { TableColumn } from '../../../shared/table/table-column.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { classNames } from '../../../ui/class-names.ts';
import styles from './Security.module.css';

const cx = classNames(styles);

interface OfUser {
  readonly user: { readonly id: string; readonly name: string };
}

function useUserColumn<Row extends OfUser>(): TableColumn<Row> {
  const { t } = useText();
  return useMemo(
    () => ({
      key: 'user',
      title: t('security.user'),
      value: ({ user }) => user.name,
      render: ({ user }) => <Link to={`/admin/users/${user.id}`}>{user.name}</Link>,
      fixed: true,
    }),
    [t],
  );
}

const typeFilter = (t: Say) =>
  ({
    kind: 'multiselect',
    options: incidentTypeNames.map((value) => ({ value, label: t(`security.type_${value}`) })),
  }) as const;

/** What an export of groups says, and by what they are filtered. */
export function useGroupColumns(): readonly TableColumn<IncidentGroup>[] {
  const { t } = useText();
  return useMemo(
    () => [
      {
        key: 'receivedAt',
        title: t('security.at'),
        value: (row) => row.lastAt,
        filter: { kind: 'daterange' },
      },
      { key: 'user', title: t('security.user'), value: (row) => row.user.name },
      { key: 'video', title: t('security.video'), value: (row) => row.video?.title ?? '' },
      {
        key: 'type',
        title: t('security.type'),
        value: (row) => row.types.map(({ type }) => t(`security.type_${type}`)).join(', '),
        filter: typeFilter(t),
      },
      { key: 'count', title: t('security.incidents'), value: (row) => row.count },
      { key: 'violations', title: t('security.violations'), value: (row) => row.violations },
      {
        key: 'severity',
        title: t('security.severity'),
        value: (row) => t(`security.severity_${row.severity}`),
      },
    ],
    [t],
  );
}

/** @param onOpen shows all facts of an incident */
export function useIncidentColumns(
  onOpen: (incident: SecurityIncident) => void,
): readonly TableColumn<SecurityIncident>[] {
  const { t } = useText();
  const nameDevice = useDeviceName();
  const user = useUserColumn<SecurityIncident>();
  return useMemo(
    () => [
      {
        key: 'receivedAt',
        title: t('security.at'),
        value: (row) => row.receivedAt,
        render: (row) => <Time value={row.receivedAt} show="day" />,
        unbroken: true,
        sortable: true,
        filter: { kind: 'daterange' },
      },
      { ...user, sortable: true },
      {
        key: 'message',
        title: t('security.message'),
        value: (row) => describeIncident(t, row),
        render: (row) => (
          <>
            <button
              type="button"
              aria-haspopup="dialog"
              className={cx('open')}
              onClick={() => onOpen(row)}
            >
              {describeIncident(t, row)}
            </button>{' '}
            {row.violation ? <Badge tone="danger">{t('security.isViolation')}</Badge> : null}
          </>
        ),
      },
      { key: 'video', title: t('security.video'), value: (row) => row.video?.title ?? '' },
      {
        key: 'severity',
        title: t('security.severity'),
        value: (row) => t(`security.severity_${row.severity}`),
        render: (row) => <SeverityBadge severity={row.severity} />,
        sortable: true,
      },
      {
        key: 'type',
        title: t('security.type'),
        value: (row) => t(`security.type_${row.type}`),
        sortable: true,
        // What happened says it.
        hiddenAtFirst: true,
        filter: typeFilter(t),
      },
      {
        key: 'violation',
        title: t('security.violation'),
        value: (row) => t(row.violation ? 'common.yes' : 'common.no'),
        hiddenAtFirst: true,
      },
      {
        key: 'address',
        title: t('security.address'),
        value: (row) => row.address,
        hiddenAtFirst: true,
      },
      {
        key: 'browser',
        title: t('security.browser'),
        value: (row) => nameDevice(row.device),
        hiddenAtFirst: true,
      },
    ],
    [t, user, onOpen, nameDevice],
  );
}

export function useTerminationColumns(): readonly TableColumn<Termination>[] {
  const { t } = useText();
  const user = useUserColumn<Termination>();
  return useMemo(
    () => [
      {
        key: 'terminatedAt',
        title: t('security.at'),
        value: (row) => row.terminatedAt,
        render: (row) => <Time value={row.terminatedAt} show="day" />,
        unbroken: true,
      },
      user,
      { key: 'video', title: t('security.video'), value: (row) => row.video.title },
      {
        key: 'violations',
        title: t('security.violations'),
        value: (row) => row.violations,
        numeric: true,
      },
      {
        key: 'state',
        title: t('security.state'),
        value: (row) => t(row.liftedAt === null ? 'security.active' : 'security.lifted'),
        render: (row) => (
          <Badge tone={row.liftedAt === null ? 'danger' : 'neutral'}>
            {t(row.liftedAt === null ? 'security.active' : 'security.lifted')}
          </Badge>
        ),
        filter: {
          kind: 'select',
          options: [
            { value: 'active', label: t('security.active') },
            { value: 'review', label: t('security.reviewAsked') },
            { value: 'lifted', label: t('security.lifted') },
          ],
        },
      },
      {
        key: 'review',
        title: t('security.review'),
        value: ({ reviewNote, liftedBy, liftReason }) =>
          [reviewNote, liftedBy?.name, liftReason].filter(Boolean).join(' · '),
        render: (row) => <Review row={row} />,
      },
    ],
    [t, user],
  );
}

/** What the learner asked, and what an administrator did about it. */
function Review({ row }: { readonly row: Termination }) {
  const { t } = useText();
  const { reviewRequestedAt, reviewNote, liftedAt, liftedBy, liftReason } = row;
  if (reviewRequestedAt === null && liftedAt === null) return '–';
  return (
    <>
      {reviewRequestedAt === null ? null : (
        <>
          <Badge tone={liftedAt === null ? 'warning' : 'neutral'}>
            {t('security.reviewAsked')}
          </Badge>
          <p>
            {reviewNote ? <q>{reviewNote}</q> : <Time value={reviewRequestedAt} show="relative" />}
          </p>
        </>
      )}
      {liftedBy ? <p>{t('security.liftedByName', { name: liftedBy.name })}</p> : null}
      {liftReason === null ? null : <p>{liftReason}</p>}
    </>
  );
}

export function usePlaybackColumns(): readonly TableColumn<WatchedPlayback>[] {
  const { t } = useText();
  const format = useFormat();
  const user = useUserColumn<WatchedPlayback>();
  return useMemo(
    () => [
      {
        key: 'openedAt',
        title: t('security.openedAt'),
        value: (row) => row.openedAt,
        render: (row) => <Time value={row.openedAt} show="day" />,
        unbroken: true,
      },
      user,
      { key: 'video', title: t('security.video'), value: (row) => row.video.title },
      { key: 'device', title: t('security.device'), value: (row) => row.device },
      {
        key: 'keySystem',
        title: t('security.keySystem'),
        value: (row) => nameKeySystem(t, row.protection?.keySystem) ?? t('security.notReported'),
      },
      {
        key: 'coverage',
        title: t('security.coverage'),
        value: (row) => (row.protection ? format.percent(row.protection.watermarkCoverage) : ''),
        numeric: true,
      },
    ],
    [t, format, user],
  );
}
