import type { AlertMetricName, RuleDryRun } from '@prahari/contract';
import { Time } from '../../../../shared/format/Time.tsx';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { classNames } from '../../../../ui/class-names.ts';
import styles from './RuleEditor.module.css';
import { useRuleWords } from './use-rule-words.ts';

const cx = classNames(styles);

export interface DryRunResultProps {
  readonly found: RuleDryRun;
  readonly metric: AlertMetricName;
}

/** What a rule would have raised: how many alerts, and about whom or what. */
export function DryRunResult({ found, metric }: DryRunResultProps) {
  const { t } = useText();
  const { measureOf } = useRuleWords();
  const { total, alerts, isComplete, events } = found;
  return (
    <div className={cx('result')}>
      <div role="status">
        <p className={cx('total')}>{t('ruleEditor.wouldRaise', { count: total })}</p>
        {isComplete ? null : <p>{t('ruleEditor.incomplete', { count: events })}</p>}
        {alerts.length < total ? <p>{t('ruleEditor.listed', { count: alerts.length })}</p> : null}
      </div>
      {alerts.length > 0 ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keys.
        <ul className={cx('raised')} tabIndex={0} aria-label={t('ruleEditor.raisedList')}>
          {alerts.map(({ subject, count, lastSeenAt, value }) => (
            <li key={subject.key}>
              <span className={cx('who')}>
                {subject.kind === 'system'
                  ? t('alerts.subject_system')
                  : (subject.name ?? subject.key)}
              </span>
              <span>
                {t('alerts.times', { count })} · {measureOf(metric, value)} ·{' '}
                <Time value={lastSeenAt} />
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
