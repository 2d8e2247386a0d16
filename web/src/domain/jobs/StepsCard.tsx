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
  /** Where a step that is not done can be repeated alone. */
  readonly onRepeat?: (step: ProcessingStep) => void;
}

/** The steps of a job in their order: which are done, how long each took, and what can be repeated. */
export function StepsCard({ steps, onRepeat }: StepsCardProps) {
  const { t } = useText();
  const format = useFormat();
  const taken = steps.map(measureStep).filter((took) => took !== null);
  const sum = taken.reduce((total, took) => total + took, 0);
  const isDone = steps.every(({ state }) => state === 'completed' || state === 'skipped');
  const wereRepeated = steps.some(({ attempts }) => attempts > 1);
  const [areAllShown, setAllShown] = useState(false);
  const longest = isDone && steps.length > mostUnfolded ? listLongest(steps) : steps;
  const areRepeatable = onRepeat !== undefined && steps.some(canRetry);
  return (
    <Card
      title={t('jobs.stepsTitle')}
      description={
        isDone
          ? t('jobs.stepsDone', { count: taken.length, duration: format.duration(sum) })
          : undefined
      }
      flush
    >
      <Table caption={t('jobs.stepsTitle')}>
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
          {(areAllShown ? steps : longest).map((step) => {
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
      {longest.length < steps.length ? (
        <div className={cx('fold')}>
          <Button
            size="compact"
            variant="ghost"
            aria-expanded={areAllShown}
            onClick={() => setAllShown((before) => !before)}
          >
            {areAllShown
              ? t('jobs.longestSteps', { count: longest.length })
              : t('jobs.allSteps', { count: steps.length })}
          </Button>
        </div>
      ) : null}
    </Card>
  );
}

/** More than so many done steps are folded to so many that took the time. */
const mostUnfolded = 5;
const longestShown = 3;

/** Lists those that took longest, in the order of the job. */
function listLongest(steps: readonly JobStep[]): readonly JobStep[] {
  const took = (step: JobStep) => measureStep(step) ?? 0;
  const longest = [...steps].sort((one, other) => took(other) - took(one)).slice(0, longestShown);
  return steps.filter((step) => longest.includes(step));
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
  /** Of the time of all steps, once that is known; else null. */
  readonly share: number | null;
}

/** Its state in words; once all are done, its share of the time, and of a running one the progress. */
function Standing({ step, name, share }: StandingProps) {
  const { t } = useText();
  const format = useFormat();
  const state = t(STEP_STATE_TEXTS[step.state]);
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
