import { alertCategories, alertSeverities, alertSubjectKinds } from '@prahari/contract';
import { useState } from 'react';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Checkbox } from '../../../../ui/Checkbox.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { NumberField } from '../../../../ui/NumberField.tsx';
import { Select } from '../../../../ui/Select.tsx';
import styles from './RuleEditor.module.css';
import { changeSubject, type DraftProblems, listActions, type RuleDraft } from './rule-draft.ts';

const cx = classNames(styles);

interface FieldsProps {
  readonly draft: RuleDraft;
  readonly onChange: (draft: RuleDraft) => void;
}

/** What kind of alert it raises, how serious, and for each of whom or what. */
export function KindFields({ draft, onChange }: FieldsProps) {
  const { t } = useText();
  const { category, severity, subject, enabled } = draft;
  return (
    <>
      <Select
        label={t('alerts.category')}
        value={category}
        options={alertCategories.map((one) => ({ value: one, label: t(`alerts.category_${one}`) }))}
        onChange={({ target: { value } }) =>
          onChange({ ...draft, category: alertCategories.find((one) => one === value) ?? category })
        }
      />
      <Select
        label={t('alerts.severity')}
        value={severity}
        options={alertSeverities.map((one) => ({
          value: one,
          label: t(`security.severity_${one}`),
        }))}
        onChange={({ target: { value } }) =>
          onChange({ ...draft, severity: alertSeverities.find((one) => one === value) ?? severity })
        }
      />
      <Select
        label={t('alerts.subject')}
        hint={t('ruleEditor.subjectHint')}
        value={subject}
        options={alertSubjectKinds.map((one) => ({
          value: one,
          label: t(`alerts.subject_${one}`),
        }))}
        onChange={({ target: { value } }) =>
          onChange(changeSubject(draft, alertSubjectKinds.find((one) => one === value) ?? subject))
        }
      />
      <div className={cx('isOn')}>
        <Checkbox
          label={t('ruleEditor.enabled')}
          checked={enabled}
          onChange={({ target }) => onChange({ ...draft, enabled: target.checked })}
        />
      </div>
    </>
  );
}

/** For how long back events count. Seconds are asked for where a rule has some. */
export function WindowFields({
  draft,
  problem,
  onChange,
}: FieldsProps & { readonly problem: DraftProblems['window'] }) {
  const { t } = useText();
  const hasSeconds = useState(draft.seconds !== '0')[0];
  return (
    <fieldset className={cx('group')}>
      <legend className={cx('legend')}>{t('alerts.meta_timeWindow')}</legend>
      <div className={cx('window')}>
        <NumberField
          label={t('ruleEditor.hours')}
          error={problem ? t(`ruleEditor.window_${problem}`) : undefined}
          value={draft.hours}
          onChange={({ target }) => onChange({ ...draft, hours: target.value })}
        />
        <NumberField
          label={t('ruleEditor.minutes')}
          value={draft.minutes}
          onChange={({ target }) => onChange({ ...draft, minutes: target.value })}
        />
        {hasSeconds ? (
          <NumberField
            label={t('ruleEditor.seconds')}
            value={draft.seconds}
            onChange={({ target }) => onChange({ ...draft, seconds: target.value })}
          />
        ) : null}
      </div>
    </fieldset>
  );
}

/** What an alert sets off by itself: what its subject allows. */
export function ActionFields({ draft, onChange }: FieldsProps) {
  const { t } = useText();
  const { actions, subject } = draft;
  return (
    <fieldset className={cx('group')}>
      <legend className={cx('legend')}>{t('alerts.actions')}</legend>
      <div className={cx('actions')}>
        {listActions(subject).map((kind) => (
          <Checkbox
            key={kind}
            label={t(`alerts.action_${kind}`)}
            checked={actions.includes(kind)}
            onChange={({ target }) =>
              onChange({
                ...draft,
                actions: target.checked
                  ? [...actions, kind]
                  : actions.filter((one) => one !== kind),
              })
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
