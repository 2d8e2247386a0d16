import type { ProcessingStep, UploadJobDetail } from '@prahari/contract';
import { useState } from 'react';
import { useFormat } from '../../shared/format/use-format.ts';
import { useText } from '../../shared/i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/Icon.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { Cell, HeaderCell, Table } from '../../ui/Table.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { JobPace } from './JobPace.tsx';
import styles from './StepsCard.module.css';
import { STEP_STATE_TEXTS, STEP_TEXTS } from './step-texts.ts';
import { computeTookSeconds } from './took-seconds.ts';

const cx = classNames(styles);

type JobStep = UploadJobDetail['steps'][number];

interface StepsCardProps {
  readonly steps: readonly JobStep[];
  /** The job failed or was cancelled: steps that wait will not come. */
  readonly isStopped?: boolean;
  /** Where a step that is not done can be repeated alone. */
  readonly onRepeat?: (step: ProcessingStep) => void;
}

/** The steps of a job in their order: which are done, how long each took, and what can be repeated. */
export function StepsCard({ steps, isStopped = false, onRepeat }: StepsCardProps) {
  const { t } = useText();
  const format = useFormat();
  const taken = steps.map(measureStep).filter((took) => took !== null);
  const sum = taken.reduce((total, took) => total + took, 0);
  const isDone = steps.every(({ state }) => state === 'completed' || state === 'skipped');
  const wereRepeated = steps.some(({ attempts }) => attempts > 1);
  const [areAllShown, setAllShown] = useState(false);
  const few = listFew(steps, { isDone, isStopped });
  const isFolded = few.length < steps.length && !areAllShown;
  const title = t(isFolded && isDone ? 'jobs.longestTitle' : 'jobs.stepsTitle');
  const areRepeatable = onRepeat !== undefined && steps.some(canRetry);
  return (
    <Card
      title={title}
      description={
        isDone
          ? t('jobs.stepsDone', { count: taken.length, duration: format.duration(sum) })
          : isStopped
            ? t('jobs.stepsStopped', { at: findStop(steps) + 1, count: steps.length })
            : undefined
      }
      flush
    >
      <Table caption={title}>
        <thead>
          <tr>
            <HeaderCell part="title">{t('jobs.step')}</HeaderCell>
            <HeaderCell>{t(isDone ? 'jobs.share' : 'jobs.state')}</HeaderCell>
            <HeaderCell numeric>{t('jobs.took')}</HeaderCell>
            {wereRepeated ? <HeaderCell numeric>{t('jobs.tries')}</HeaderCell> : null}
            {areRepeatable ? (
              <HeaderCell part="acts">
                <VisuallyHidden>{t('jobs.act')}</VisuallyHidden>
              </HeaderCell>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {(isFolded ? few : steps).map((step) => {
            const name = t(STEP_TEXTS[step.step]);
            const took = measureStep(step);
            return (
              <tr key={step.step}>
                <Cell part="title">
                  <span className={cx('name')}>
                    <Mark state={step.state} />
                    {name}
                  </span>
                </Cell>
                <Cell>
                  <Standing
                    step={step}
                    name={name}
                    isStopped={isStopped}
                    share={isDone && took !== null ? took / sum : null}
                  />
                </Cell>
                <Cell numeric isEmpty={took === null}>
                  {took === null ? '–' : format.duration(took)}
                </Cell>
                {wereRepeated ? (
                  <Cell numeric isEmpty={step.attempts === 0}>
                    {step.attempts === 0 ? '–' : format.number(step.attempts)}
                  </Cell>
                ) : null}
                {areRepeatable ? (
                  <Cell part="acts">
                    {canRetry(step) ? (
                      <Button
                        size="compact"
                        variant="ghost"
                        icon="refresh"
                        aria-label={t('jobs.repeatNamed', { step: name })}
                        onClick={() => onRepeat(step.step)}
                      >
                        {t('jobs.repeat')}
                      </Button>
                    ) : null}
                  </Cell>
                ) : null}
              </tr>
            );
          })}
        </tbody>
      </Table>
      {few.length < steps.length ? (
        <div className={cx('fold')}>
          <Button
            size="compact"
            variant="ghost"
            aria-expanded={areAllShown}
            onClick={() => setAllShown((before) => !before)}
          >
            {areAllShown
              ? isDone
                ? t('jobs.longestSteps', { count: few.length })
                : t('jobs.fewerSteps')
              : t('jobs.allSteps', { count: steps.length })}
          </Button>
        </div>
      ) : null}
    </Card>
  );
}

/** More than so many done steps are folded to so many that took the time. */
const mostUnfolded = 5;
const fewShown = 3;

/** Lists those that matter: of a finished job the longest, of a stopped one as far as it came. */
function listFew(
  steps: readonly JobStep[],
  { isDone, isStopped }: { readonly isDone: boolean; readonly isStopped: boolean },
): readonly JobStep[] {
  if (steps.length <= mostUnfolded) return steps;
  if (isDone) return listLongest(steps);
  return isStopped ? steps.slice(0, Math.max(fewShown, findStop(steps) + 1)) : steps;
}

/** The index of the step at which a stopped job came to its end. */
function findStop(steps: readonly JobStep[]): number {
  const failed = steps.findIndex(({ state }) => state === 'failed');
  if (failed >= 0) return failed;
  const waiting = steps.findIndex(({ state }) => state === 'waiting');
  return waiting < 0 ? steps.length - 1 : waiting;
}

/** Lists those that took longest, the longest first. */
function listLongest(steps: readonly JobStep[]): readonly JobStep[] {
  const took = (step: JobStep) => measureStep(step) ?? 0;
  return [...steps].sort((one, other) => took(other) - took(one)).slice(0, fewShown);
}

const canRetry = ({ repeatable, state }: JobStep) => repeatable && state !== 'completed';

/** Whole seconds of a step that was needed and has ended, else null. */
const measureStep = (step: JobStep) => (step.state === 'skipped' ? null : computeTookSeconds(step));

function Mark({ state }: Pick<JobStep, 'state'>) {
  return (
    <span className={cx('mark', state)} aria-hidden="true">
      {state === 'completed' ? <Icon name="check" size={14} /> : null}
      {state === 'failed' ? <Icon name="close" size={14} /> : null}
      {state === 'running' ? <Spinner /> : null}
    </span>
  );
}

interface StandingProps {
  readonly step: JobStep;
  readonly name: string;
  readonly isStopped: boolean;
  /** Of the time of all steps, once that is known; else null. */
  readonly share: number | null;
}

/** Its state in words; once all are done, its share of the time, and of a running one the progress. */
function Standing({ step, name, isStopped, share }: StandingProps) {
  const { t } = useText();
  const format = useFormat();
  const isUnreached = isStopped && step.state === 'waiting';
  const state = t(isUnreached ? 'jobs.notReached' : STEP_STATE_TEXTS[step.state]);
  switch (step.state) {
    case 'completed':
      if (share === null) return <span className={cx('state')}>{state}</span>;
      return (
        <>
          <VisuallyHidden>{state}</VisuallyHidden>
          <span className={cx('track')} aria-hidden="true">
            <span className={cx('bar')} style={{ width: `${100 * share}%` }} />
          </span>
        </>
      );
    case 'running':
      return (
        <div className={cx('running')}>
          <ProgressBar
            label={t('uploads.progressOf', { title: name })}
            labelHidden
            value={step.progress}
            valueText={format.percent(step.progress)}
          />
          <p className={cx('pace')}>
            <span>{format.percent(step.progress)}</span>
            <JobPace job={step} />
          </p>
        </div>
      );
    default:
      return <span className={cx('state', step.state)}>{state}</span>;
  }
}
