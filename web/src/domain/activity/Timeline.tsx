import type { ActivityItem } from '@prahari/contract';
import { useId } from 'react';
import { Time } from '../../shared/format/Time.tsx';
import { useFormat } from '../../shared/format/use-format.ts';
import { useText } from '../../shared/i18n/use-text.ts';
import { Link } from '../../shared/routing/Link.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/Icon.tsx';
import { SeverityBadge } from '../security/SeverityBadge.tsx';
import { useRights } from '../users/use-rights.ts';
import styles from './Activity.module.css';
import { type ActivityDay, groupByDay } from './activity-days.ts';
import { describeDetails } from './activity-details.ts';
import { formatActivityPath, type Subject } from './activity-view.ts';
import { findEventLooks } from './event-looks.ts';

const cx = classNames(styles);

interface TimelineProps {
  readonly items: readonly ActivityItem[];
  readonly subject: Subject;
}

/** Events, newest first, day by day. */
export function Timeline({ items, subject }: TimelineProps) {
  return groupByDay(items).map((day) => (
    <Day key={day.at.toDateString()} day={day} subject={subject} />
  ));
}

interface DayProps {
  readonly day: ActivityDay;
  readonly subject: Subject;
}

function Day({ day: { at, items }, subject }: DayProps) {
  const format = useFormat();
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId} className={cx('day')}>
        {format.day(at)}
      </h3>
      <ol className={cx('items')}>
        {items.map((item) => (
          <Item key={item.id} item={item} subject={subject} />
        ))}
      </ol>
    </section>
  );
}

interface ItemProps {
  readonly item: ActivityItem;
  readonly subject: Subject;
}

function Item({ item, subject }: ItemProps) {
  const { t } = useText();
  const format = useFormat();
  const looks = findEventLooks(item.name);
  const details = describeDetails(t, format.duration, item);
  return (
    <li className={cx('item', item.severity)}>
      <span className={cx('sign')}>
        <Icon name={looks?.icon ?? 'activity'} size={16} />
      </span>
      <div className={cx('words')}>
        <p className={cx('head')}>
          <span className={cx('name')}>{looks ? t(looks.text) : item.name}</span>
          {item.severity === 'info' ? null : <SeverityBadge severity={item.severity} />}
        </p>
        {details.length > 0 ? <p className={cx('details')}>{details.join(' · ')}</p> : null}
        <Where item={item} subject={subject} />
      </div>
      <span className={cx('time')}>
        <Time value={item.at} show="timeOfDay" />
      </span>
    </li>
  );
}

/** Who, with which video, from where: each with the way to all about it. */
function Where({ item, subject }: ItemProps) {
  const { t } = useText();
  const format = useFormat();
  const { may } = useRights();
  const { user, video, sessionId, deviceId, address, country } = item;
  const incidentId = item.details['incidentId'];
  return (
    <ul className={cx('where')}>
      {user && !('user' in subject) ? (
        <li>
          <Link to={formatActivityPath({ user: user.id })}>{user.name}</Link>
        </li>
      ) : null}
      {typeof incidentId === 'string' && user && may('security.read') ? (
        <li>
          <Link to={`/admin/security?user=${user.id}&incident=${incidentId}`}>
            {t('activity.incident')}
          </Link>
        </li>
      ) : null}
      {video ? (
        <li>
          <VideoName video={video} />
        </li>
      ) : null}
      {address ? (
        <li>
          <AddressName address={address} subject={subject} />
          {country ? ` · ${format.country(country)}` : null}
        </li>
      ) : null}
      {sessionId ? (
        <li title={sessionId}>
          {user ? (
            <Link to={formatActivityPath({ user: user.id }, sessionId)}>
              {t('activity.session', { session: shorten(sessionId) })}
            </Link>
          ) : (
            t('activity.session', { session: shorten(sessionId) })
          )}
        </li>
      ) : null}
      {deviceId ? (
        <li title={deviceId}>{t('activity.device', { device: shorten(deviceId) })}</li>
      ) : null}
    </ul>
  );
}

function VideoName({
  video: { id, title },
}: {
  readonly video: NonNullable<ActivityItem['video']>;
}) {
  const { t } = useText();
  const { may } = useRights();
  if (title === null) return t('activity.removedVideo');
  return may('videos.write') ? <Link to={`/admin/videos/${id}`}>{title}</Link> : title;
}

interface AddressNameProps {
  readonly address: string;
  readonly subject: Subject;
}

/** Only administrators of all places may read what else came from an address. */
function AddressName({ address, subject }: AddressNameProps) {
  const { isEverywhere } = useRights();
  const isSubject = 'address' in subject && subject.address === address;
  if (isSubject || !isEverywhere) return address;
  return <Link to={formatActivityPath({ address })}>{address}</Link>;
}

const shownOfId = 8;

/** The end of an id: those of one time begin alike. */
const shorten = (id: string) => (id.length > shownOfId ? `…${id.slice(-shownOfId)}` : id);
