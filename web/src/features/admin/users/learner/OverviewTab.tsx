import type {
  Alert,
  AlertCategory,
  LearnerVideo,
  Termination,
  UserDetail,
} from '@prahari/contract';
import { type ReactNode, useState } from 'react';
import { OpenAlerts } from '../../../../domain/activity/OpenAlerts.tsx';
import { useOpenAlerts } from '../../../../domain/activity/use-activity.ts';
import { LiftDialog } from '../../../../domain/security/LiftDialog.tsx';
import { SeverityBadge } from '../../../../domain/security/SeverityBadge.tsx';
import { useRights } from '../../../../domain/users/use-rights.ts';
import { computeWatchedShare } from '../../../../domain/watching/watched-share.ts';
import { Time } from '../../../../shared/format/Time.tsx';
import { useFormat } from '../../../../shared/format/use-format.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Link } from '../../../../shared/routing/Link.tsx';
import { FigureRow } from '../../../../shared/tile/FigureRow.tsx';
import { Badge, StatusBadge } from '../../../../ui/Badge.tsx';
import { Button } from '../../../../ui/Button.tsx';
import { Card } from '../../../../ui/Card.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { Icon } from '../../../../ui/Icon.tsx';
import { ProgressBar } from '../../../../ui/ProgressBar.tsx';
import { useUserSessions } from '../detail/use-user-detail.ts';
import { FirstSignInCard } from './FirstSignInCard.tsx';
import styles from './Learner.module.css';
import { ListCard } from './ListCard.tsx';
import { type CombinedIncident, combineIncidents, judgeLearner } from './learner-judgement.ts';
import { formatCheck, groupErrors } from './learner-view.ts';
import {
  useBlockedVideos,
  useLatestErrors,
  useLatestIncidents,
  useLatestWatched,
  useLearnerGroups,
  useLearnerVideos,
} from './use-learner.ts';

const cx = classNames(styles);

/** Devices and sessions are released and ended at the account. */
const accountAlerts: readonly AlertCategory[] = [
  'unusual_device',
  'account_takeover',
  'suspicious_location',
];

/**
 * A learner in one look: whether they can watch, then what was watched beside incidents; of a new
 * one, what is left to do.
 */
export function OverviewTab({ user }: { readonly user: UserDetail }) {
  const { may } = useRights();
  const readsSecurity = may('security.read');
  const readsErrors = may('performance.read');
  const isInvited = user.status === 'invited';
  return (
    <div className={cx('stack')}>
      {isInvited ? null : <Standing user={user} />}
      <div className={cx('columns')}>
        <div className={cx('stack')}>
          {may('alerts.read') ? <AlertsCard userId={user.id} /> : null}
          {isInvited ? <FirstSignInCard user={user} /> : null}
          {readsSecurity ? <BlockedCard user={user} /> : null}
          {isInvited ? null : <WatchedCard userId={user.id} />}
        </div>
        <div className={cx('stack')}>
          {readsSecurity ? <IncidentsCard userId={user.id} /> : null}
          {readsErrors ? <ErrorsCard userId={user.id} /> : null}
          <GroupsCard userId={user.id} />
        </div>
      </div>
    </div>
  );
}

/** Whether the learner can watch, then the numbers behind it. */
function Standing({ user: { id, status, deviceIds } }: { readonly user: UserDetail }) {
  const { t } = useText();
  const format = useFormat();
  const { may } = useRights();
  const all = useLearnerVideos(id, { limit: 1 });
  const seen = useLearnerVideos(id, { visible: 'true', limit: 1 });
  const watched = useLatestWatched(id);
  const sessions = useUserSessions(id);
  const blocked = useBlockedVideos(id, may('security.read'));
  const alerts = useOpenAlerts({ user: id }, may('alerts.read'));
  const hasDeviceAlert =
    alerts.data?.items.some(({ category }) => category === 'unusual_device') ?? false;
  const signedInOn = new Set(sessions.data?.items.map(({ deviceId }) => deviceId)).size;
  const [latest] = watched.data?.items ?? [];
  const write = (total: number | undefined) => (total === undefined ? '–' : format.number(total));
  const signedInText =
    signedInOn > 1 && signedInOn === deviceIds.length
      ? t('learner.signedInOnAll')
      : t('learner.signedInOn', { count: signedInOn });
  const deviceNotes = [
    ...(sessions.data ? [signedInText] : []),
    ...(hasDeviceAlert ? [t('learner.deviceAlert')] : []),
  ];
  return (
    <Card flush>
      {seen.data && !blocked.isLoading ? (
        <Verdict status={status} seen={seen.data.total} blocked={blocked.data?.total ?? 0} />
      ) : null}
      <FigureRow
        isWithinCard
        label={t('learner.overview')}
        figures={[
          {
            name: t('learner.seesVideos'),
            value: write(seen.data?.total),
            note: t('learner.ofVideos', { total: write(all.data?.total) }),
            to: '?tab=videos',
          },
          {
            name: t('learner.watchedVideos'),
            value: write(watched.data?.total),
            note: latest?.watchedAt ? (
              <>
                {t('learner.watchedAt')} <Time value={latest.watchedAt} show="relative" />
              </>
            ) : (
              t('users.never')
            ),
            to: '?tab=videos&f.watched=true',
          },
          {
            name: t('learner.devices'),
            value: format.number(deviceIds.length),
            note: deviceNotes.join(' · '),
            tone: hasDeviceAlert ? 'danger' : null,
            to: '?tab=account',
          },
        ]}
      />
    </Card>
  );
}

function Verdict(standing: Parameters<typeof judgeLearner>[0]) {
  const { t } = useText();
  const { kind, tone } = judgeLearner(standing);
  const count = kind === 'someBlocked' ? standing.blocked : standing.seen;
  return (
    <p className={cx('judgement', tone)}>
      <Icon name={tone === 'success' ? 'check-circle' : 'warning'} size={18} />
      {t(`learner.verdict_${kind}`, { count })}
    </p>
  );
}

/** Alerts that are still open; nothing where there are none. */
function AlertsCard({ userId }: { readonly userId: string }) {
  const subject = { user: userId };
  const { data } = useOpenAlerts(subject);
  const { t } = useText();
  const remedyOf = ({ category }: Alert) =>
    accountAlerts.includes(category) ? (
      <Link to="?tab=account">{t('learner.tab_account')}</Link>
    ) : null;
  return data && data.items.length > 0 ? (
    <OpenAlerts subject={subject} remedyOf={remedyOf} />
  ) : null;
}

function WatchedCard({ userId }: { readonly userId: string }) {
  const { t } = useText();
  const watched = useLatestWatched(userId);
  return (
    <ListCard
      title={t('learner.watchedLately')}
      query={watched}
      empty={t('learner.watchedNothing')}
      more={<Link to="?tab=videos&f.watched=true">{t('learner.all')}</Link>}
      render={(video) => <WatchedRow key={video.id} video={video} />}
    />
  );
}

function WatchedRow({ video }: { readonly video: LearnerVideo }) {
  const { t } = useText();
  const format = useFormat();
  const share = computeWatchedShare(video.resumeAtSeconds, video.durationSeconds);
  const standing: ReactNode = video.termination ? (
    <StatusBadge tone="danger">{t('learner.blocked')}</StatusBadge>
  ) : video.completedAt === null ? (
    share !== null && (
      <div className={cx('share')}>
        <ProgressBar
          label={t('learner.watched')}
          labelHidden
          value={share}
          valueText={format.percent(share)}
        />
        <span className={cx('muted')}>{format.percent(share)}</span>
      </div>
    )
  ) : (
    <StatusBadge tone="success">{t('library.completed')}</StatusBadge>
  );
  return (
    <li className={cx('row')}>
      <div className={cx('grow')}>
        <Link to={`?${formatCheck(video.id)}`} className={cx('rowTitle')}>
          {video.title}
        </Link>
        {video.watchedAt === null ? null : (
          <p className={cx('muted')}>
            <Time value={video.watchedAt} show="relative" />
          </p>
        )}
      </div>
      {standing}
    </li>
  );
}

function BlockedCard({ user }: { readonly user: UserDetail }) {
  const { t } = useText();
  const { may } = useRights();
  const blocked = useBlockedVideos(user.id, true);
  const [lifting, setLifting] = useState<Termination | null>(null);
  return (
    <>
      <ListCard
        title={t('learner.blockedVideos')}
        query={blocked}
        more={
          <Link to={`/admin/security?tab=terminations&user=${user.id}`}>{t('learner.all')}</Link>
        }
        render={(one) => (
          <li key={one.id} className={cx('row')}>
            <div className={cx('grow')}>
              <p className={cx('rowTitle')}>{one.video.title}</p>
              <p className={cx('muted')}>
                {t('learner.blockedSince')} <Time value={one.terminatedAt} />
              </p>
              {one.reviewRequestedAt === null ? null : <ReviewNote termination={one} />}
            </div>
            {may('users.write') ? (
              <Button size="compact" onClick={() => setLifting(one)}>
                {t('security.lift')}
              </Button>
            ) : null}
          </li>
        )}
      />
      {lifting ? <LiftDialog termination={lifting} onClose={() => setLifting(null)} /> : null}
    </>
  );
}

function ReviewNote({ termination }: { readonly termination: Termination }) {
  const { t } = useText();
  return (
    <div className={cx('note')}>
      <Badge tone="warning">{t('security.reviewAsked')}</Badge>
      {termination.reviewNote ? (
        <p>
          <q>{termination.reviewNote}</q>
        </p>
      ) : null}
    </div>
  );
}

function GroupsCard({ userId }: { readonly userId: string }) {
  const { t } = useText();
  const groups = useLearnerGroups(userId);
  return (
    <ListCard
      title={t('learner.groups')}
      query={groups}
      isFlowing
      render={({ id, name }) => (
        <li key={id}>
          <Badge>{name}</Badge>
        </li>
      )}
    />
  );
}

function IncidentsCard({ userId }: { readonly userId: string }) {
  const { t } = useText();
  const incidents = useLatestIncidents(userId, true);
  const combined = combineIncidents(incidents.data?.items ?? []);
  return (
    <ListCard
      title={t('security.incidents')}
      query={incidents}
      more={<Link to={`/admin/security?user=${userId}`}>{t('learner.all')}</Link>}
      render={(group) =>
        combined
          .filter(({ id }) => id === group.id)
          .map((one) => <IncidentRow key={one.type} userId={userId} incident={one} />)
      }
    />
  );
}

interface IncidentRowProps {
  readonly userId: string;
  readonly incident: CombinedIncident;
}

function IncidentRow({ userId, incident }: IncidentRowProps) {
  const { t } = useText();
  const { type, id, lastAt, videos, severity } = incident;
  return (
    <li className={cx('row')}>
      <div className={cx('grow')}>
        <Link to={`/admin/security?user=${userId}&incident=${id}`} className={cx('rowTitle')}>
          {t(`security.type_${type}`)}
        </Link>
        <p className={cx('muted', 'oneLine')}>
          <Time value={lastAt} show="relative" />
          {videos.length > 0 ? ` · ${videos.join(', ')}` : null}
        </p>
      </div>
      <SeverityBadge severity={severity} />
    </li>
  );
}

function ErrorsCard({ userId }: { readonly userId: string }) {
  const { t } = useText();
  const errors = useLatestErrors(userId, true);
  const groups = groupErrors(errors.data?.items ?? []);
  return (
    <ListCard
      title={t('learner.errors')}
      query={errors}
      render={(error) => {
        const group = groups.find(({ latest }) => latest.id === error.id);
        if (!group) return null;
        return (
          <li key={error.id} className={cx('row')}>
            <div className={cx('grow')}>
              <p className={cx('rowTitle')}>{error.userMessage || error.message}</p>
              <p className={cx('muted')}>
                <Time value={error.receivedAt} show="relative" /> ·{' '}
                {group.categories.map((kind) => t(`clientErrors.category_${kind}`)).join(', ')}
              </p>
            </div>
            {group.count > 1 ? (
              <Badge>{t('learner.errorTimes', { count: group.count })}</Badge>
            ) : null}
          </li>
        );
      }}
    />
  );
}
