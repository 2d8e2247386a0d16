import {
  type AuditType,
  auditTypeSelections,
  auditTypes,
  endpoints,
  type FindingCategory,
  type FindingSeverity,
  findingCategories,
  findingSeverities,
} from '@prahari/contract';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useApi } from '../../../shared/api/api-context.ts';
import { ErrorNotice } from '../../../shared/api/ErrorNotice.tsx';
import { useErrorText } from '../../../shared/api/use-error-text.ts';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { notify } from '../../../ui/notify.ts';
import { Select } from '../../../ui/Select.tsx';
import styles from './SecurityAudit.module.css';
import { useRefreshAudits } from './use-security-audit.ts';

const cx = classNames(styles);

interface AuditConfigurationProps {
  readonly isRunning: boolean;
  /** Whether there are results to clear. */
  readonly canClear: boolean;
  /** Is told how many seconds the started audit is expected to take. */
  readonly onStarted: (seconds: number) => void;
}

interface Selection {
  readonly auditType: AuditType;
  readonly scope: readonly FindingCategory[];
  readonly severity: readonly FindingSeverity[];
}

/** Chooses what an audit tests, and starts it. */
export function AuditConfiguration({ isRunning, canClear, onStarted }: AuditConfigurationProps) {
  const { t } = useText();
  const [chosen, setChosen] = useState<Selection>(() => selectAsType('COMPREHENSIVE'));
  const start = useStart(onStarted);
  const { auditType, scope, severity } = chosen;
  const isGood = scope.length > 0 && severity.length > 0;

  function chooseType(value: string) {
    start.reset();
    setChosen(selectAsType(auditTypes.find((known) => known === value) ?? 'COMPREHENSIVE'));
  }

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
              onChange={(next) => setChosen({ ...chosen, scope: next })}
            />
            <ChoiceGrid
              title={t('securityAudit.severity')}
              all={findingSeverities}
              usual={auditTypeSelections[auditType].severity}
              chosen={severity}
              nameOf={(value) => t(`securityAudit.severity_${value}`)}
              allLabel={t('securityAudit.allSeverities')}
              error={severity.length === 0 ? t('securityAudit.severityNeeded') : null}
              onChange={(next) => setChosen({ ...chosen, severity: next })}
            />
          </div>
        </details>
        {start.isError ? <ErrorNotice error={start.error} /> : null}
        <div className={cx('acts')}>
          <Button
            variant="primary"
            icon="shield-check"
            loading={start.isPending}
            disabled={isRunning || !isGood}
            onClick={() => start.mutate(chosen)}
          >
            {t('securityAudit.start')}
          </Button>
          <ClearResults canClear={canClear} />
        </div>
        <p className={cx('hint')}>{t('securityAudit.harmless')}</p>
      </div>
    </Card>
  );
}

function selectAsType(auditType: AuditType): Selection {
  const { scope, severity } = auditTypeSelections[auditType];
  return { auditType, scope, severity };
}

/** Whether all is as the type has it. */
function isAsType({ auditType, scope, severity }: Selection): boolean {
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

function useStart(onStarted: (seconds: number) => void) {
  const { t } = useText();
  const format = useFormat();
  const api = useApi();
  const refresh = useRefreshAudits();
  return useMutation({
    mutationFn: ({ auditType, scope, severity }: Selection) =>
      api.call(endpoints.securityAudit.start, {
        body: { auditType, scope: [...scope], severity: [...severity] },
      }),
    onSuccess: ({ estimatedDuration }) => {
      notify.success(t('securityAudit.started', { time: format.span(estimatedDuration) }));
      onStarted(estimatedDuration);
    },
    // Where another one runs, it is shown.
    onSettled: refresh,
  });
}

function ClearResults({ canClear }: Pick<AuditConfigurationProps, 'canClear'>) {
  const { t } = useText();
  const api = useApi();
  const refresh = useRefreshAudits();
  const errorText = useErrorText();
  const [isAsked, setAsked] = useState(false);
  const clear = useMutation({
    mutationFn: () => api.call(endpoints.securityAudit.clear, {}),
    onSuccess: async ({ cleared }) => {
      setAsked(false);
      notify.success(t('securityAudit.cleared', { count: cleared }));
      await refresh();
    },
    onError: (error) => {
      setAsked(false);
      notify.error(errorText(error).text);
    },
  });
  return (
    <>
      <Button icon="delete" disabled={!canClear} onClick={() => setAsked(true)}>
        {t('securityAudit.clear')}
      </Button>
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setAsked}
        title={t('securityAudit.clearTitle')}
        description={t('securityAudit.clearText')}
        confirmLabel={t('securityAudit.clear')}
        cancelLabel={t('common.cancel')}
        tone="danger"
        loading={clear.isPending}
        onConfirm={() => clear.mutate()}
      />
    </>
  );
}
