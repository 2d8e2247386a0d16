import {
  type AlertRule,
  alertMetrics,
  alertRuleLimits,
  type NewAlertRule,
} from '@prahari/contract';
import { type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import { useAlertWords } from '../../../../domain/alerts/use-alert-words.ts';
import { ErrorNotice } from '../../../../shared/api/ErrorNotice.tsx';
import { useErrorText } from '../../../../shared/api/use-error-text.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Button } from '../../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { notify } from '../../../../ui/notify.ts';
import { TextField } from '../../../../ui/TextField.tsx';
import { useWindowText } from '../use-window-text.ts';
import { ConditionFields } from './ConditionFields.tsx';
import { DryRunResult } from './DryRunResult.tsx';
import styles from './RuleEditor.module.css';
import { ActionFields, KindFields, WindowFields } from './RuleFields.tsx';
import {
  createRuleDraft,
  type DraftProblems,
  draftOf,
  findProblems,
  type RuleDraft,
  readDraft,
  readTrigger,
} from './rule-draft.ts';
import { RuleChanged, useDeleteRule, useDryRun, useSaveRule } from './use-rule-edits.ts';
import { useRuleWords } from './use-rule-words.ts';

const cx = classNames(styles);

export interface RuleEditorProps {
  /** Null for a new rule. */
  readonly rule: AlertRule | null;
  readonly onClose: () => void;
}

/** Creates, changes, tries out and deletes a rule. */
export function RuleEditor({ rule, onClose }: RuleEditorProps) {
  const { t } = useText();
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [begun, setBegun] = useState(() => (rule ? draftOf(rule) : createRuleDraft()));
  const [base, setBase] = useState(rule);
  const [draft, setDraft] = useState(begun);
  const [asked, setAsked] = useState(false);
  const save = useSaveRule(onClose);
  const dryRun = useDryRun();
  const theirs = save.error instanceof RuleChanged ? save.error.current : null;

  function change(next: RuleDraft) {
    setDraft(next);
    dryRun.reset();
  }

  /** Acts with the rule as it is typed, or shows what is wrong with it. */
  function withRule(act: (typed: NewAlertRule) => void) {
    const typed = readDraft(draft);
    setAsked(true);
    if (typed) act(typed);
    else requestAnimationFrame(() => focusFirstProblem(form.current));
  }

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    withRule((typed) => save.mutate({ base: theirs ?? base, rule: typed }));
  }

  function takeTheirs(current: AlertRule) {
    const next = draftOf(current);
    setBase(current);
    setBegun(next);
    change(next);
    save.reset();
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      held={draft !== begun}
      width="wide"
      title={t(rule ? 'ruleEditor.editTitle' : 'ruleEditor.newTitle')}
      description={t('ruleEditor.about')}
      closeLabel={t('common.close')}
      footer={
        <>
          {base && base.key === null ? <DeleteRule rule={base} onDone={onClose} /> : null}
          {theirs ? (
            <Button onClick={() => takeTheirs(theirs)}>{t('ruleEditor.takeTheirs')}</Button>
          ) : null}
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="primary" type="submit" form={formId} loading={save.isPending}>
            {t(theirs ? 'ruleEditor.saveMine' : 'common.save')}
          </Button>
        </>
      }
    >
      <form id={formId} ref={form} noValidate onSubmit={submit}>
        <div className={cx('form')}>
          {theirs ? (
            <p role="alert" className={cx('meanwhile')}>
              {t('ruleEditor.meanwhile')}
            </p>
          ) : null}
          {save.error && !theirs ? (
            <div className={cx('wide')}>
              <ErrorNotice error={save.error} />
            </div>
          ) : null}
          <Fields draft={draft} rule={base} asked={asked} onChange={change} />
        </div>
        <section className={cx('try')}>
          <div className={cx('said')}>
            <RuleSentence draft={draft} />
            <p className={cx('hint')}>{t('ruleEditor.dryRunHint')}</p>
          </div>
          <Button
            icon="test"
            loading={dryRun.isPending}
            onClick={() => withRule((typed) => dryRun.mutate(typed))}
          >
            {t('ruleEditor.dryRun')}
          </Button>
        </section>
        <DryRunOutcome run={dryRun} />
      </form>
    </Dialog>
  );
}

/** Says in words what the rule does as it is typed; nothing while that is unclear. */
function RuleSentence({ draft }: { readonly draft: RuleDraft }) {
  const { t } = useText();
  const { metricOf, measureOf } = useRuleWords();
  const { writeSpan } = useWindowText();
  const trigger = readTrigger(draft);
  if (!trigger) return null;
  const conditions = trigger.conditions
    .map(({ metric, operator, value }) => {
      const limit = t(`alerts.limit_${operator}`, { measure: measureOf(metric, value) });
      return t('ruleEditor.sentenceCondition', { metric: metricOf(metric), limit });
    })
    .reduce((one, other) => t('ruleEditor.sentenceAnd', { one, other }));
  const about = t(`ruleEditor.about_${draft.subject}`);
  const isOfEvents = trigger.conditions.every(
    ({ metric }) => alertMetrics[metric].kind === 'event',
  );
  return (
    <p className={cx('sentence')}>
      {isOfEvents
        ? t('ruleEditor.sentenceOfEvent', { about, conditions })
        : t('ruleEditor.sentence', { about, conditions, window: writeSpan(trigger.timeWindow) })}
    </p>
  );
}

interface FieldsProps {
  readonly draft: RuleDraft;
  readonly rule: AlertRule | null;
  /** Problems are shown once the form was sent. */
  readonly asked: boolean;
  readonly onChange: (draft: RuleDraft) => void;
}

function Fields({ draft, rule, asked, onChange }: FieldsProps) {
  const { t } = useText();
  const { nameOf } = useAlertWords();
  const shownAs = rule ? nameOf(rule) : '';
  const problems: DraftProblems = asked ? findProblems(draft) : { conditions: new Map() };
  return (
    <>
      <div className={cx('wide')}>
        <TextField
          required
          label={t('ruleEditor.name')}
          hint={
            rule && shownAs !== rule.name ? t('ruleEditor.nameHint', { name: shownAs }) : undefined
          }
          error={problems.name ? t(`ruleEditor.name_${problems.name}`) : undefined}
          maxLength={alertRuleLimits.name}
          value={draft.name}
          onChange={({ target }) => onChange({ ...draft, name: target.value })}
        />
      </div>
      <KindFields draft={draft} onChange={onChange} />
      <ConditionFields draft={draft} problems={problems.conditions} onChange={onChange} />
      <WindowFields draft={draft} problem={problems.window} onChange={onChange} />
      <ActionFields draft={draft} onChange={onChange} />
    </>
  );
}

function DryRunOutcome({ run: { data, error } }: { readonly run: ReturnType<typeof useDryRun> }) {
  const errorText = useErrorText();
  const outcome = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button may stand at the lower edge of what is seen.
    if (data || error) outcome.current?.scrollIntoView({ block: 'nearest' });
  }, [data, error]);
  if (!data && !error) return null;
  return (
    <div ref={outcome} className={cx('outcome')}>
      {data ? <DryRunResult found={data.found} metric={data.metric} /> : null}
      {error ? (
        <p role="alert" className={cx('failed')}>
          {errorText(error).text}
        </p>
      ) : null}
    </div>
  );
}

/** Only rules that are not built in can be deleted. */
function DeleteRule({ rule, onDone }: { readonly rule: AlertRule; readonly onDone: () => void }) {
  const { t } = useText();
  const errorText = useErrorText();
  const [isAsking, setAsking] = useState(false);
  const remove = useDeleteRule({
    onDone,
    onError: (error) => {
      setAsking(false);
      notify.error(errorText(error).text);
    },
  });
  return (
    <>
      <Button variant="danger" onClick={() => setAsking(true)}>
        {t('ruleEditor.delete')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t('ruleEditor.deleteTitle', { name: rule.name })}
        description={t('ruleEditor.deleteText')}
        confirmLabel={t('ruleEditor.delete')}
        cancelLabel={t('common.cancel')}
        tone="danger"
        loading={remove.isPending}
        onConfirm={() => remove.mutate(rule.id)}
      />
    </>
  );
}

function focusFirstProblem(form: HTMLElement | null): void {
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
