import { alertMetricNames, alertOperators, alertRuleLimits } from '@prahari/contract';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Button } from '../../../../ui/Button.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { IconButton } from '../../../../ui/IconButton.tsx';
import { NumberField } from '../../../../ui/NumberField.tsx';
import { Select } from '../../../../ui/Select.tsx';
import styles from './RuleEditor.module.css';
import {
  addCondition,
  type ConditionDraft,
  type ConditionProblem,
  listMetrics,
  type RuleDraft,
} from './rule-draft.ts';
import { useRuleWords } from './use-rule-words.ts';

const cx = classNames(styles);

export interface ConditionFieldsProps {
  readonly draft: RuleDraft;
  /** By the id of a condition; empty until the form was sent. */
  readonly problems: ReadonlyMap<number, ConditionProblem>;
  readonly onChange: (draft: RuleDraft) => void;
}

/** What must hold, all at the same time. */
export function ConditionFields({ draft, problems, onChange }: ConditionFieldsProps) {
  const { t } = useText();
  const { conditions } = draft;
  const change = (next: readonly ConditionDraft[]) => onChange({ ...draft, conditions: next });
  return (
    <fieldset className={cx('group')}>
      <legend className={cx('legend')}>{t('ruleEditor.when')}</legend>
      {conditions.map((one, at) => (
        <Condition
          key={one.id}
          at={at}
          condition={one}
          subject={draft.subject}
          problem={problems.get(one.id)}
          onChange={(next) => change(conditions.map((old) => (old === one ? next : old)))}
          onRemove={() => change(conditions.filter((old) => old !== one))}
        />
      ))}
      {conditions.length <= alertRuleLimits.conditions ? (
        <div>
          <Button size="compact" icon="add" onClick={() => onChange(addCondition(draft))}>
            {t('ruleEditor.addCondition')}
          </Button>
        </div>
      ) : null}
    </fieldset>
  );
}

interface ConditionProps {
  readonly at: number;
  readonly condition: ConditionDraft;
  readonly subject: RuleDraft['subject'];
  readonly problem: ConditionProblem | undefined;
  readonly onChange: (condition: ConditionDraft) => void;
  readonly onRemove: () => void;
}

function Condition({ at, condition, subject, problem, onChange, onRemove }: ConditionProps) {
  const { t } = useText();
  const { metricOf, unitOf } = useRuleWords();
  const { metric, operator, value } = condition;
  const metrics = listMetrics(subject)
    .map((name) => ({ value: name, label: metricOf(name) }))
    .sort((a, b) => a.label.localeCompare(b.label));
  const number = at + 1;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset in a fieldset would be read out twice.
    <div
      role="group"
      aria-label={t('ruleEditor.condition', { number })}
      className={cx('condition', at > 0 && 'further')}
    >
      <Select
        required
        label={t(at === 0 ? 'alerts.meta_metric' : 'ruleEditor.andMetric')}
        placeholder={t('ruleEditor.chooseMetric')}
        error={problem === 'metric' ? t('ruleEditor.metricNeeded') : undefined}
        value={metric}
        options={metrics}
        onChange={({ target }) =>
          onChange({
            ...condition,
            metric: alertMetricNames.find((known) => known === target.value) ?? '',
          })
        }
      />
      <Select
        label={t('alerts.meta_operator')}
        value={operator}
        options={alertOperators.map((one) => ({ value: one, label: t(`ruleEditor.is_${one}`) }))}
        onChange={({ target }) =>
          onChange({
            ...condition,
            operator: alertOperators.find((known) => known === target.value) ?? operator,
          })
        }
      />
      <NumberField
        required
        label={t('alerts.meta_value')}
        error={problem === 'value' ? t('ruleEditor.valueNeeded') : undefined}
        value={value}
        {...(metric === '' ? {} : { unit: unitOf(metric) })}
        onChange={({ target }) => onChange({ ...condition, value: target.value })}
      />
      {at > 0 ? (
        <div className={cx('remove')}>
          <IconButton
            icon="delete"
            label={t('ruleEditor.removeCondition', { number })}
            onClick={onRemove}
          />
        </div>
      ) : null}
    </div>
  );
}
