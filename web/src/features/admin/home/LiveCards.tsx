import type { AdminHome, OpenJob } from '@prahari/contract';
import { Time } from '../../../shared/format/Time.tsx';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Link } from '../../../shared/routing/Link.tsx';
import { Avatar } from '../../../ui/Avatar.tsx';
import { StatusBadge } from '../../../ui/Badge.tsx';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { ProgressBar } from '../../../ui/ProgressBar.tsx';
import styles from './Home.module.css';

const cx = classNames(styles);

type Part<Name extends keyof AdminHome> = NonNullable<AdminHome[Name]>;

/** Running playbacks, the latest first. */
export function PlayingCard({ playing: { count, items } }: { readonly playing: Part<'playing'> }) {
  const { t } = useText();
  return (
    <Card title={t('home.whoPlays')} flush>
      <ul className={cx('rows')}>
        {items.map(({ id, user, video, openedAt }) => (
          <li key={id} className={cx('person')}>
            <Avatar name={user.name} size="sm" />
            <span className={cx('what')}>
              <Link to={`/admin/users/${user.id}`}>{user.name}</Link>
              <span className={cx('of')}>{video.title}</span>
            </span>
            <span className={cx('since')}>
              <Time value={openedAt} show="relative" />
            </span>
          </li>
        ))}
      </ul>
      {count > items.length ? (
        <p className={cx('more')}>
          <Link to="/admin/security?tab=playbacks">{t('home.seeAllPlaying')}</Link>
        </p>
      ) : null}
    </Card>
  );
}

/** Uploads and imports that have not ended. */
export function JobsCard({ jobs: { items } }: { readonly jobs: Part<'jobs'> }) {
  const { t } = useText();
  return (
    <Card title={t('home.underWay')} flush>
      <ul className={cx('rows')}>
        {items.map((job) => (
          <Job key={job.id} job={job} />
        ))}
      </ul>
    </Card>
  );
}

function Job({ job }: { readonly job: OpenJob }) {
  const { t } = useText();
  const format = useFormat();
  const { id, kind, title, state, progress, waitsForRoom } = job;
  const to = kind === 'upload' ? `/admin/uploads/${id}` : `/admin/users/import?job=${id}`;
  return (
    <li className={cx('job')}>
      <div className={cx('jobHead')}>
        <Link to={to} className={cx('jobTitle')}>
          {title}
        </Link>
        {waitsForRoom ? (
          <StatusBadge tone="warning">{t('storage.diskWait')}</StatusBadge>
        ) : state === 'queued' ? (
          <StatusBadge>{t('uploads.stateQueued')}</StatusBadge>
        ) : (
          <span className={cx('since')}>{progress === null ? null : format.percent(progress)}</span>
        )}
      </div>
      {state === 'running' && !waitsForRoom ? (
        <ProgressBar
          label={t('uploads.progressOf', { title })}
          labelHidden
          value={progress}
          valueText={format.percent(progress ?? 0)}
        />
      ) : null}
    </li>
  );
}
