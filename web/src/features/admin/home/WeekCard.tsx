import type { AdminWeek } from '@prahari/contract';
import { useFormat } from '../../../shared/format/use-format.ts';
import { findLocale } from '../../../shared/i18n/language.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Link } from '../../../shared/routing/Link.tsx';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import homeStyles from './Home.module.css';
import styles from './Week.module.css';

const cx = classNames(styles);
const homeCx = classNames(homeStyles);

/** Plays and sign-ins of the last days: a bar a day, and the same as a table for who sees none. */
export function WeekCard({ week: { days, plays, signIns } }: { readonly week: AdminWeek }) {
  const { t } = useText();
  return (
    <Card title={t('home.week')}>
      <div className={cx('charts')}>
        {plays ? <DayBars name={t('home.plays')} days={days} counts={plays.counts} /> : null}
        {signIns ? <DayBars name={t('home.signIns')} days={days} counts={signIns.counts} /> : null}
      </div>
    </Card>
  );
}

/** Keeps the room of the card, so that nothing below it moves. */
export function WeekShape() {
  const { t } = useText();
  return (
    <Card title={t('home.week')}>
      <div className={cx('charts')} aria-busy="true">
        {([t('home.plays'), t('home.signIns')] as const).map((name) => (
          <div key={name} className={cx('chart')}>
            <p className={cx('name')}>
              {name} <span className={cx('sum')}>–</span>
            </p>
            <div className={cx('bars')} />
          </div>
        ))}
      </div>
    </Card>
  );
}

interface DayBarsProps {
  readonly name: string;
  readonly days: readonly string[];
  readonly counts: readonly number[];
}

function DayBars({ name, days, counts }: DayBarsProps) {
  const { t, language } = useText();
  const format = useFormat();
  const [short, long] = (['short', 'long'] as const).map(
    (weekday) => new Intl.DateTimeFormat(findLocale(language), { weekday }),
  );
  const most = Math.max(1, ...counts);
  const sum = counts.reduce((total, count) => total + count, 0);
  const bars = days.map((day, at) => ({ day, date: new Date(day), count: counts[at] ?? 0 }));
  const nameDay = (date: Date, at: number) =>
    at === days.length - 1 ? t('home.today') : long?.format(date);
  return (
    <figure className={cx('chart')}>
      <figcaption className={cx('name')}>
        {name} <span className={cx('sum')}>{format.number(sum)}</span>
      </figcaption>
      <div className={cx('bars')} aria-hidden="true">
        {bars.map(({ day, date, count }, at) => (
          <span key={day} className={cx('slot')} title={`${nameDay(date, at)}: ${count}`}>
            <span className={cx('count')}>{count > 0 ? format.number(count) : ''}</span>
            <span
              className={cx('bar', count === 0 && 'empty')}
              style={{ height: `${(72 * count) / most}%` }}
            />
            <span className={cx('day')}>{short?.format(date)}</span>
          </span>
        ))}
      </div>
      <VisuallyHidden>
        <table>
          <caption>{name}</caption>
          <thead>
            <tr>
              <th scope="col">{t('home.day')}</th>
              <th scope="col">{name}</th>
            </tr>
          </thead>
          <tbody>
            {bars.map(({ day, date, count }) => (
              <tr key={day}>
                <th scope="row">{format.date(date)}</th>
                <td>{format.number(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </figure>
  );
}

interface MostPlayedCardProps {
  readonly videos: NonNullable<AdminWeek['plays']>['videos'];
  /** Whether the reader may open their pages. */
  readonly areLinks: boolean;
}

/** What was watched most lately. */
export function MostPlayedCard({ videos, areLinks }: MostPlayedCardProps) {
  const { t } = useText();
  return (
    <Card title={t('home.mostPlayed')} flush>
      <ol className={homeCx('rows')}>
        {videos.map(({ id, title, plays }) => (
          <li key={id} className={homeCx('person')}>
            <span className={homeCx('what')}>
              {areLinks ? <Link to={`/admin/videos/${id}`}>{title}</Link> : title}
            </span>
            <span className={homeCx('since')}>{t('home.playsOf', { count: plays })}</span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
