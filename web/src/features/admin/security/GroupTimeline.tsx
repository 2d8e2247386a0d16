import type { IncidentGroup, SecurityIncident } from '@prahari/contract';
import { useState } from 'react';
import { formatActivityPath } from '../../../domain/activity/activity-view.ts';
import { foldRepeated } from '../../../domain/security/group-words.ts';
import { describeIncident } from '../../../domain/security/incident-words.ts';
import { LiftDialog } from '../../../domain/security/LiftDialog.tsx';
import { useRights } from '../../../domain/users/use-rights.ts';
import { ErrorNotice } from '../../../shared/api/ErrorNotice.tsx';
import { Time } from '../../../shared/format/Time.tsx';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Link } from '../../../shared/routing/Link.tsx';
import { Badge } from '../../../ui/Badge.tsx';
import { Button, getButtonClass } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import styles from './Incidents.module.css';
import { LearnerActions } from './LearnerActions.tsx';
import { type IncidentListProps, type IncidentQuery, useIncidents } from './use-incidents.ts';

const cx = classNames(styles);
const MOST = 100;

export interface GroupTimelineProps extends Pick<IncidentListProps, 'onOpen'> {
  readonly group: IncidentGroup;
  /** The filters by which the group was found. */
  readonly query: IncidentQuery;
}

/** What happened, in order, and what can be done about it. */
export function GroupTimeline({ group, query, onOpen }: GroupTimelineProps) {
  const { t } = useText();
  const { user, video, firstAt, lastAt, termination } = group;
  const { type, severity } = query;
  const list = useIncidents({
    user: user.id,
    video: video?.id ?? 'none',
    from: firstAt,
    to: lastAt,
    ...(type ? { type } : {}),
    ...(severity ? { severity } : {}),
    sortOrder: 'asc',
    limit: MOST,
  });
  const more = (list.data?.total ?? 0) - MOST;
  const isBefore = ({ receivedAt }: SecurityIncident) =>
    termination === null || receivedAt <= termination.terminatedAt;
  const items = list.data?.items ?? [];
  const listOf = (incidents: readonly SecurityIncident[]) =>
    foldRepeated(t, incidents).map(({ first, count }) => (
      <Item key={first.id} incident={first} count={count} onOpen={onOpen} />
    ));
  return (
    <>
      {list.isPending ? <Skeleton shape="block" /> : null}
      {list.isError ? <ErrorNotice error={list.error} /> : null}
      {list.data ? (
        <ol className={cx('timeline')} aria-label={t('security.timeline')}>
          {listOf(items.filter(isBefore))}
          {termination ? (
            <Mark tone="ended" at={termination.terminatedAt} text={t('security.endedThen')} />
          ) : null}
          {listOf(items.filter((one) => !isBefore(one)))}
          {termination?.liftedAt ? (
            <Mark tone="lifted" at={termination.liftedAt} text={t('security.liftedThen')} isFar />
          ) : null}
        </ol>
      ) : null}
      {more > 0 ? (
        <p className={cx('note')}>{t('security.moreIncidents', { count: more })}</p>
      ) : null}
      <Actions group={group} />
    </>
  );
}

interface ItemProps extends Pick<IncidentListProps, 'onOpen'> {
  readonly incident: SecurityIncident;
  /** How many of them came at once. */
  readonly count: number;
}

function Item({ incident, count, onOpen }: ItemProps) {
  const { t } = useText();
  const { id, severity, receivedAt, violation } = incident;
  const said = describeIncident(t, incident);
  return (
    <li className={cx('event', severity)}>
      <span className={cx('time')}>
        <Time value={receivedAt} show="timeOfDay" />
      </span>
      <span className={cx('what')}>
        <button
          type="button"
          className={cx('open')}
          aria-haspopup="dialog"
          onClick={() => onOpen(id)}
        >
          {count > 1 ? t('security.typeTimes', { type: said, count }) : said}
        </button>{' '}
        {violation ? <Badge tone="danger">{t('security.isViolation')}</Badge> : null}
      </span>
    </li>
  );
}

interface MarkProps {
  readonly tone: 'ended' | 'lifted';
  readonly at: string;
  readonly text: string;
  /** Maybe on another day. */
  readonly isFar?: boolean;
}

function Mark({ tone, at, text, isFar = false }: MarkProps) {
  return (
    <li className={cx('event', tone)}>
      <span className={cx('time')}>
        <Time value={at} show={isFar ? 'relative' : 'timeOfDay'} />
      </span>
      <strong className={cx('what')}>{text}</strong>
    </li>
  );
}

function Actions({ group: { user, video, termination } }: Pick<GroupTimelineProps, 'group'>) {
  const { t } = useText();
  const { may, userId } = useRights();
  const [lifting, setLifting] = useState(false);
  const canLift = termination?.liftedAt === null && may('users.write') && user.id !== userId;
  return (
    <div className={cx('actions')}>
      {canLift ? (
        <Button variant="primary" size="compact" onClick={() => setLifting(true)}>
          {t('security.lift')}
        </Button>
      ) : null}
      <LearnerActions user={user} inLine={canLift ? 'further' : 'next'} />
      {may('alerts.read') ? (
        <Link
          to={formatActivityPath({ user: user.id })}
          className={getButtonClass('ghost', 'compact')}
        >
          {t('activity.ofLearner')}
        </Link>
      ) : null}
      <Link to={`/admin/security?user=${user.id}`} className={getButtonClass('ghost', 'compact')}>
        {t('security.allOfLearner')}
      </Link>
      {lifting && termination && video ? (
        <LiftDialog
          termination={{ id: termination.id, user, video: { ...video, title: video.title ?? '' } }}
          onClose={() => setLifting(false)}
        />
      ) : null}
    </div>
  );
}
