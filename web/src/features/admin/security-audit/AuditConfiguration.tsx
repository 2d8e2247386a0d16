import {
  type AuditType,
  auditTypeSelections,
  auditTypes,
  type FindingCategory,
  type FindingSeverity,
  findingCategories,
  findingSeverities,
} from '@prahari/contract';
import { useId } from 'react';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Select } from '../../../ui/Select.tsx';
import styles from './SecurityAudit.module.css';

const cx = classNames(styles);

export interface AuditSelection {
  readonly auditType: AuditType;
  readonly scope: readonly FindingCategory[];
  readonly severity: readonly FindingSeverity[];
}

interface AuditConfigurationProps {
  readonly chosen: AuditSelection;
  readonly onChoose: (chosen: AuditSelection) => void;
}

/** Chooses what the next audit tests. */
export function AuditConfiguration({ chosen, onChoose }: AuditConfigurationProps) {
  const { t } = useText();
  const { auditType, scope, severity } = chosen;
  const chooseType = (value: string) =>
    onChoose(selectAsType(auditTypes.find((known) => known === value) ?? 'COMPREHENSIVE'));

  return (
    <Card title={t('securityAudit.config')} description={t('securityAudit.configText')}>
      <div className={cx('form')}>
        <Select
          label={t('securityAudit.auditType')}
          hint={t(`securityAudit.typeText_${auditType}`)}
          value={auditType}
          options={auditTypes.map((value) => ({ value, label: t(`securityAudit.type_${value}`) }))}
          onChange={({ target: { value } }) => chooseType(value)}
        />
        <details>
          <summary>
            {isAsType(chosen)
              ? t('securityAudit.chosenAsType')
              : t('securityAudit.chosen', {
                  areas: scope.length,
                  allAreas: findingCategories.length,
                  severities: severity.length,
                  allSeverities: findingSeverities.length,
                })}
          </summary>
          <div className={cx('choosing')}>
            <ChoiceGrid
              title={t('securityAudit.scope')}
              all={findingCategories}
              usual={auditTypeSelections[auditType].scope}
              chosen={scope}
              nameOf={(value) => t(`securityAudit.category_${value}`)}
              allLabel={t('securityAudit.allAreas')}
              error={scope.length === 0 ? t('securityAudit.scopeNeeded') : null}
              onChange={(next) => onChoose({ ...chosen, scope: next })}
            />
            <ChoiceGrid
              title={t('securityAudit.severity')}
              all={findingSeverities}
              usual={auditTypeSelections[auditType].severity}
              chosen={severity}
              nameOf={(value) => t(`securityAudit.severity_${value}`)}
              allLabel={t('securityAudit.allSeverities')}
              error={severity.length === 0 ? t('securityAudit.severityNeeded') : null}
              onChange={(next) => onChoose({ ...chosen, severity: next })}
            />
          </div>
        </details>
        <p className={cx('hint')}>{t('securityAudit.harmless')}</p>
      </div>
    </Card>
  );
}

/** What an audit of a type tests, unless one chooses otherwise. */
export function selectAsType(auditType: AuditType): AuditSelection {
  const { scope, severity } = auditTypeSelections[auditType];
  return { auditType, scope, severity };
}

/** Whether all is as the type has it. */
function isAsType({ auditType, scope, severity }: AuditSelection): boolean {
  const usual = auditTypeSelections[auditType];
  const isSame = (some: readonly string[], others: readonly string[]) =>
    some.length === others.length && some.every((one) => others.includes(one));
  return isSame(scope, usual.scope) && isSame(severity, usual.severity);
}

interface ChoiceGridProps<Value extends string> {
  readonly title: string;
  readonly all: readonly Value[];
  /** What the type of audit has. */
  readonly usual: readonly Value[];
  readonly chosen: readonly Value[];
  readonly nameOf: (value: Value) => string;
  readonly allLabel: string;
  readonly error: string | null;
  readonly onChange: (chosen: readonly Value[]) => void;
}

function ChoiceGrid<Value extends string>(props: ChoiceGridProps<Value>) {
  const { title, all, usual, chosen, nameOf, allLabel, error, onChange } = props;
  const { t } = useText();
  const errorId = useId();
  const keep = (value: Value, isWanted: boolean) =>
    all.filter((one) => (one === value ? isWanted : chosen.includes(one)));
  return (
    <fieldset className={cx('choices')} aria-describedby={error ? errorId : undefined}>
      <legend className={cx('legend')}>{title}</legend>
      <div className={cx('presets')}>
        <Button size="compact" variant="ghost" onClick={() => onChange(usual)}>
          {t('securityAudit.asType')}
        </Button>
        <Button size="compact" variant="ghost" onClick={() => onChange(all)}>
          {allLabel}
        </Button>
      </div>
      <div className={cx('grid')}>
        {all.map((value) => (
          <Checkbox
            key={value}
            label={nameOf(value)}
            checked={chosen.includes(value)}
            onChange={({ target: { checked } }) => onChange(keep(value, checked))}
          />
        ))}
      </div>
      {error ? (
        <p id={errorId} className={cx('error')} role="alert">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
