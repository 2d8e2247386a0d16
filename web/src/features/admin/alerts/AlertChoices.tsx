import type { AlertStatistics } from '@prahari/contract';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Link } from '../../../shared/routing/Link.tsx';
import type { TableView } from '../../../shared/table/table-view.ts';
import { writeView } from '../../../shared/table/view-address.ts';
import { classNames } from '../../../ui/class-names.ts';
import styles from './Alerts.module.css';
import { type AlertChoice, alertChoices, alertsView, viewChoice } from './alerts-view.ts';

const cx = classNames(styles);

export interface AlertChoicesProps {
  readonly statistics: AlertStatistics;
  readonly view: TableView;
  /** What the list shows, where that is what a figure counts. */
  readonly chosen: AlertChoice | undefined;
}

/** Five numbers of the time range (specification, section 2), each of which shows what it counts. */
export function AlertChoices({ statistics, view, chosen }: AlertChoicesProps) {
  const { t } = useText();
  const format = useFormat();
  const { total, active, bySeverity } = statistics;
  const { critical, high, medium } = bySeverity;
  const counts: Readonly<Record<AlertChoice, number>> = { active, critical, high, medium, total };
  return (
    <section className={cx('choices')} aria-label={t('alerts.numbers')}>
      {alertChoices.map((choice) => {
        const search = writeView(new URLSearchParams(), viewChoice(view, choice), alertsView);
        return (
          <Link
            key={choice}
            to={{ search: search.toString() }}
            aria-current={choice === chosen ? 'true' : undefined}
            className={cx('choice', choice, counts[choice] === 0 && 'none')}
          >
            <span className={cx('choiceName')}>{t(`alerts.${choice}Count`)}</span>
            <span className={cx('choiceCount')}>{format.number(counts[choice])}</span>
          </Link>
        );
      })}
    </section>
  );
}
