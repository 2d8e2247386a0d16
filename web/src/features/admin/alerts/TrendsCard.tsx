import type { AlertStatistics, AlertTimeRange } from '@prahari/contract';
import { formatDate } from '../../../shared/format/format.ts';
import { useFormat } from '../../../shared/format/use-format.ts';
import { findLocale } from '../../../shared/i18n/language.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import styles from './Trends.module.css';

const cx = classNames(styles);

type Trends = AlertStatistics['recentTrends'];

export interface TrendsCardProps {
  readonly trends: Trends;
  readonly range: AlertTimeRange;
}

/** A bar for each hour or day of the time range. In words and as a table for those who see none. */
export function TrendsCard({ trends, range }: TrendsCardProps) {
  const { t, language } = useText();
  const format = useFormat();
  const isHourly = range === '1h' || range === '24h';
  const most = Math.max(0, ...trends.map(({ count }) => count));
  const sum = trends.reduce((total, { count }) => total + count, 0);
  const busiest = trends.find(({ count }) => count === most);
  const hour = new Intl.DateTimeFormat(findLocale(language), {
    weekday: 'short',
    hour: 'numeric',
    minute: '2-digit',
  });
  const write = (date: string) =>
    isHourly ? hour.format(new Date(date)) : formatDate(new Date(date), language);
  const [first, last] = [trends[0], trends.at(-1)];
  return (
    <Card
      title={t('alerts.trends')}
      description={t(isHourly ? 'alerts.trendsByHour' : 'alerts.trendsByDay')}
    >
      {sum === 0 || !busiest ? (
        <p className={cx('none')}>{t('alerts.trendsNone')}</p>
      ) : (
        <figure className={cx('figure')}>
          <figcaption>
            <VisuallyHidden>
              {t('alerts.trendsSummary', {
                count: sum,
                time: write(busiest.date),
                most: format.number(most),
              })}
            </VisuallyHidden>
          </figcaption>
          <div className={cx('plot')} aria-hidden="true">
            <span className={cx('most')}>{format.number(most)}</span>
            <div className={cx('bars')}>
              {trends.map(({ date, count }) => (
                <span
                  key={date}
                  className={cx('slot')}
                  title={`${write(date)}: ${format.number(count)}`}
                >
                  <span
                    className={cx('bar', count === 0 && 'empty')}
                    style={{ height: `${(100 * count) / most}%` }}
                  />
                </span>
              ))}
            </div>
            <div className={cx('ends')}>
              <span>{first ? write(first.date) : ''}</span>
              <span>{last ? write(last.date) : ''}</span>
            </div>
          </div>
          <Values trends={trends} write={write} />
        </figure>
      )}
    </Card>
  );
}

interface ValuesProps {
  readonly trends: Trends;
  readonly write: (date: string) => string;
}

function Values({ trends, write }: ValuesProps) {
  const { t } = useText();
  const format = useFormat();
  return (
    <VisuallyHidden>
      <table>
        <caption>{t('alerts.trends')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('alerts.trendsWhen')}</th>
            <th scope="col">{t('alerts.list')}</th>
          </tr>
        </thead>
        <tbody>
          {trends
            .filter(({ count }) => count > 0)
            .map(({ date, count }) => (
              <tr key={date}>
                <th scope="row">{write(date)}</th>
                <td>{format.number(count)}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </VisuallyHidden>
  );
}
