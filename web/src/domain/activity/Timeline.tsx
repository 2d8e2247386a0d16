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
import { countTimes, type EventRun, foldEqual } from './equal-events.ts';
import { findEventLooks } from './event-looks.ts';

const cx = classNames(styles);

interface TimelineProps {
  readonly items: readonly ActivityItem[];
  readonly subject: Subject;
}

/** Events, newest first, day by day; equal ones next to each other are one row. */
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
        {foldEqual(items).map((run) => (
          <Item key={run.item.id} run={run} subject={subject} />
        ))}
      </ol>
    </section>
  );
}

interface ItemProps {
  readonly run: EventRun;
  readonly subject: Subject;
}

function Item({ run, subject }: ItemProps) {
  const { t } = useText();
  const format = useFormat();
  const { item } = run;
  const looks = findEventLooks(item.name);
  const { words, technical } = describeDetails(t, format.duration, item);
  return (
    <li className={cx('item', item.severity)}>
      <span className={cx('sign')}>
        <Icon name={looks?.icon ?? 'activity'} size={16} />
      </span>
      <div className={cx('words')}>
        <p className={cx('head')}>
          <span className={cx('name')}>{looks ? t(looks.text) : item.name}</span>
          {item.severity === 'info' ? null : <SeverityBadge severity={item.severity} />}
          {words.length > 0 ? <span className={cx('details')}>{words.join(' · ')}</span> : null}
        </p>
        <More events={run.events} technical={technical} />
      </div>
      <Where item={item} subject={subject} />
      <span className={cx('time')}>
        <When events={run.events} />
      </span>
    </li>
  );
}

/** The time, or from when to when. */
function When({ events }: Pick<EventRun, 'events'>) {
  const [latest, earliest] = [events[0]?.at ?? '', events.at(-1)?.at ?? ''];
  if (latest === earliest) return <Time value={latest} show="timeOfDay" />;
  return (
    <>
      <Time value={earliest} show="timeOfDay" /> – <Time value={latest} show="timeOfDay" />
    </>
  );
}

interface MoreProps {
  readonly events: readonly ActivityItem[];
  readonly technical: readonly string[];
}

/** Opens: when each of equal events was, and what was recorded in codes. */
function More({ events, technical }: MoreProps) {
  const { t } = useText();
  const isRun = events.length > 1;
  if (!isRun && technical.length === 0) return null;
  return (
    <details className={cx('more')}>
      <summary className={cx('opener')}>
        {isRun ? t('activity.showEach', { count: events.length }) : t('security.technical')}
      </summary>
      {technical.length > 0 ? (
        <p className={cx('technical')} lang="en">
          {technical.join(' · ')}
        </p>
      ) : null}
      {isRun ? (
        <ol className={cx('each')}>
          {events.map((event) => (
            <li key={event.id}>
              <Time value={event.at} show="timeOfDay" />
              {countTimes(event) > 1
                ? ` · ${t('activity.times', { count: countTimes(event) })}`
                : null}
            </li>
          ))}
        </ol>
      ) : null}
    </details>
  );
}

interface WhereProps {
  readonly item: ActivityItem;
  readonly subject: Subject;
}

/** Who, with which video, from where: each with the way to all about it. */
function Where({ item, subject }: WhereProps) {
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
