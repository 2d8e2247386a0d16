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
import { listGroupTypes } from '../../../../domain/security/group-words.ts';
import { LiftDialog } from '../../../../domain/security/LiftDialog.tsx';
import { SeverityBadge } from '../../../../domain/security/SeverityBadge.tsx';
import { useRights } from '../../../../domain/users/use-rights.ts';
import { computeWatchedShare } from '../../../../domain/watching/watched-share.ts';
import { Time } from '../../../../shared/format/Time.tsx';
import { useFormat } from '../../../../shared/format/use-format.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Link } from '../../../../shared/routing/Link.tsx';
import { Tile } from '../../../../shared/tile/Tile.tsx';
import { Badge, StatusBadge } from '../../../../ui/Badge.tsx';
import { Button } from '../../../../ui/Button.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { ProgressBar } from '../../../../ui/ProgressBar.tsx';
import { useUserSessions } from '../detail/use-user-detail.ts';
import { FirstSignInCard } from './FirstSignInCard.tsx';
import styles from './Learner.module.css';
import { ListCard } from './ListCard.tsx';
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
 * A learner in one look: numbers first, then trouble beside what was watched; of a new one, what is
 * left to do.
 */
export function OverviewTab({ user }: { readonly user: UserDetail }) {
  const { may } = useRights();
  const readsSecurity = may('security.read');
  const readsErrors = may('performance.read');
  const isInvited = user.status === 'invited';
  return (
    <div className={cx('stack')}>
      {isInvited ? null : <Tiles user={user} />}
      <div className={cx('columns')}>
        <div className={cx('stack')}>
          {may('alerts.read') ? <AlertsCard userId={user.id} /> : null}
          {isInvited ? <FirstSignInCard user={user} /> : null}
          {readsSecurity ? <IncidentsCard userId={user.id} /> : null}
          {readsSecurity ? <BlockedCard user={user} /> : null}
          {readsErrors ? <ErrorsCard userId={user.id} /> : null}
        </div>
        <div className={cx('stack')}>
          {isInvited ? null : <WatchedCard userId={user.id} />}
          <GroupsCard userId={user.id} />
        </div>
      </div>
    </div>
  );
}

function Tiles({ user: { id, deviceIds } }: { readonly user: UserDetail }) {
  const { t } = useText();
  const format = useFormat();
  const { may } = useRights();
  const all = useLearnerVideos(id, { limit: 1 });
  const seen = useLearnerVideos(id, { visible: 'true', limit: 1 });
  const watched = useLatestWatched(id);
  const sessions = useUserSessions(id);
  const blocked = useBlockedVideos(id, may('security.read'));
  const blockedCount = blocked.data?.total ?? 0;
  const alerts = useOpenAlerts({ user: id }, may('alerts.read'));
  const hasDeviceAlert =
    alerts.data?.items.some(({ category }) => category === 'unusual_device') ?? false;
  const signedInOn = new Set(sessions.data?.items.map(({ deviceId }) => deviceId)).size;
  const [latest] = watched.data?.items ?? [];
  const reviews = blocked.data?.items.filter((one) => one.reviewRequestedAt !== null).length ?? 0;
  const write = (total: number | undefined) => (total === undefined ? '–' : format.number(total));
  return (
    <section className={cx('tiles')} aria-label={t('learner.overview')}>
      <Tile
        icon="visibility"
        name={t('learner.seesVideos')}
        value={write(seen.data?.total)}
        note={t('learner.ofVideos', { total: write(all.data?.total) })}
        to="?tab=videos"
      />
      <Tile
        icon="play"
        name={t('learner.watchedVideos')}
        value={write(watched.data?.total)}
        note={
          latest?.watchedAt ? (
            <>
              {t('learner.watchedAt')} <Time value={latest.watchedAt} show="relative" />
            </>
          ) : (
            t('users.never')
          )
        }
        to="?tab=videos&f.watched=true"
      />
      <Tile
        icon="monitor"
        name={t('learner.devices')}
        value={format.number(deviceIds.length)}
        note={sessions.data ? t('learner.signedInOn', { count: signedInOn }) : null}
        alarm={hasDeviceAlert ? t('learner.deviceAlert') : null}
        tone={hasDeviceAlert ? 'danger' : null}
        to="?tab=account"
      />
      {blockedCount > 0 ? (
        <Tile
          icon="block"
          name={t('learner.blockedVideos')}
          value={write(blockedCount)}
          note={t('learner.reviewsAsked', { count: reviews })}
          to={`/admin/security?tab=terminations&user=${id}`}
          tone="danger"
        />
      ) : null}
    </section>
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
  return (
    <ListCard
      title={t('security.incidents')}
      query={incidents}
      more={<Link to={`/admin/security?user=${userId}`}>{t('learner.all')}</Link>}
      render={(group) => (
        <li key={group.id} className={cx('row')}>
          <div className={cx('grow')}>
            <Link
              to={`/admin/security?user=${userId}&incident=${group.id}`}
              className={cx('rowTitle')}
            >
              {listGroupTypes(t, group)}
            </Link>
            <p className={cx('muted')}>
              <Time value={group.lastAt} show="relative" />
              {group.video?.title ? ` · ${group.video.title}` : null}
            </p>
          </div>
          <SeverityBadge severity={group.severity} />
        </li>
      )}
    />
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
