import { givenSeverities } from '@prahari/contract';
import type { ReactNode } from 'react';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { useLocation, useNavigate } from '../../../shared/routing/use-address.ts';
import { classNames } from '../../../ui/class-names.ts';
import styles from './Incidents.module.css';
import { listShownSeverities, writeSeverities } from './security-view.ts';
import type { IncidentListProps } from './use-incidents.ts';

const cx = classNames(styles);
const worstFirst = [...givenSeverities].reverse();

/** What both lists of incidents have above their rows. */
export function useIncidentFrame(
  { view, onViewChange, tools }: Pick<IncidentListProps, 'view' | 'onViewChange' | 'tools'>,
  counts: SeverityFilterProps['counts'],
) {
  const { t } = useText();
  return {
    name: 'incidents',
    head: <SeverityFilter counts={counts} tools={tools} />,
    view,
    onViewChange,
    search: {
      label: t('security.searchLearnerLabel'),
      placeholder: t('users.searchPlaceholder'),
    },
  } as const;
}

interface SeverityFilterProps {
  /** Undefined while they are on their way. */
  readonly counts: Readonly<Record<string, number>> | undefined;
  /** Beside it. */
  readonly tools: ReactNode;
}

/** How many incidents there are of each severity; a click shows or hides them. */
function SeverityFilter({ counts, tools }: SeverityFilterProps) {
  const { t } = useText();
  const format = useFormat();
  const navigate = useNavigate();
  const { search } = useLocation();
  const shown = listShownSeverities(search);
  return (
    <div className={cx('head')}>
      <fieldset className={cx('severities')} aria-label={t('security.bySeverity')}>
        {worstFirst.map((severity) => (
          <button
            key={severity}
            type="button"
            className={cx('severity', severity)}
            aria-pressed={shown.includes(severity)}
            onClick={() =>
              navigate(
                {
                  search: writeSeverities(
                    search,
                    givenSeverities.filter((each) => shown.includes(each) !== (each === severity)),
                  ),
                },
                { replace: true },
              )
            }
          >
            <span className={cx('dot')} aria-hidden="true" />
            {t(`security.severity_${severity}`)}
            <span className={cx('number')}>
              {counts ? format.number(counts[severity] ?? 0) : '–'}
            </span>
          </button>
        ))}
      </fieldset>
      {tools}
    </div>
  );
}
