import type { ProcessingStep, UploadJobDetail } from '@prahari/contract';
import { useId, useState } from 'react';
import { STEP_STATE_TEXTS, STEP_TEXTS } from '../../../domain/jobs/step-texts.ts';
import { computeTookSeconds } from '../../../domain/jobs/took-seconds.ts';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Badge, type Tone } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Cell, HeaderCell, Table } from '../../../ui/Table.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { isMoving } from './use-jobs.ts';

const TONES: Readonly<Record<UploadJobDetail['steps'][number]['state'], Tone>> = {
  waiting: 'neutral',
  running: 'info',
  completed: 'success',
  failed: 'danger',
  skipped: 'neutral',
};

export interface JobStepsProps {
  readonly job: UploadJobDetail;
  readonly onRepeat: (step: ProcessingStep) => void;
}

/** After a failure, the steps behind it will not come: it ends with the one that failed. */
function listShownSteps({ state, steps }: Pick<UploadJobDetail, 'state' | 'steps'>) {
  if (state !== 'failed' && state !== 'cancelled') return steps;
  const met = steps.filter((one) => one.state !== 'waiting');
  return met.length > 0 ? met : steps;
}

/** The steps of a job; when it was completed before the page was opened, in one line at first. */
export function JobSteps({ job, onRepeat }: JobStepsProps) {
  const { t } = useText();
  const format = useFormat();
  const [isOpen, setOpen] = useState(job.state !== 'completed');
  const tableId = useId();
  const taken = job.steps.map(computeTookSeconds).filter((took) => took !== null);
  const tookSeconds = taken.reduce((sum, took) => sum + took, 0);
  return (
    <Card
      title={t('jobs.stepsTitle')}
      description={
        job.state === 'completed'
          ? t('jobs.stepsDone', { count: taken.length, duration: format.duration(tookSeconds) })
          : undefined
      }
      actions={
        job.state === 'completed' ? (
          <Button
            size="compact"
            aria-expanded={isOpen}
            aria-controls={isOpen ? tableId : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            {t(isOpen ? 'jobs.hideSteps' : 'jobs.showSteps')}
          </Button>
        ) : null
      }
      flush
    >
      <div id={tableId}>{isOpen ? <StepTable job={job} onRepeat={onRepeat} /> : null}</div>
    </Card>
  );
}

/** Each step with its progress, speed and time, and whether it can be repeated alone. */
function StepTable({ job, onRepeat }: JobStepsProps) {
  const { t } = useText();
  const format = useFormat();
  const none = '–';
  const steps = listShownSteps(job);
  const isRepeatable = steps.some(({ repeatable }) => repeatable);
  // Of a job that has ended nothing is left to run, but for a step that is repeated.
  const isRunning = isMoving(job) || steps.some(({ state }) => state === 'running');
  return (
    <Table caption={t('jobs.stepsTitle')}>
      <thead>
        <tr>
          <HeaderCell>{t('jobs.step')}</HeaderCell>
          <HeaderCell>{t('jobs.state')}</HeaderCell>
          {isRunning ? (
            <>
              <HeaderCell numeric>{t('jobs.progress')}</HeaderCell>
              <HeaderCell numeric>{t('jobs.speed')}</HeaderCell>
              <HeaderCell numeric>{t('jobs.timeLeft')}</HeaderCell>
            </>
          ) : null}
          <HeaderCell numeric>{t('jobs.took')}</HeaderCell>
          <HeaderCell numeric>{t('jobs.tries')}</HeaderCell>
          {isRepeatable ? (
            <HeaderCell part="acts">
              <VisuallyHidden>{t('jobs.act')}</VisuallyHidden>
            </HeaderCell>
          ) : null}
        </tr>
      </thead>
      <tbody>
        {steps.map((one) => {
          const name = t(STEP_TEXTS[one.step]);
          const isNeeded = one.state !== 'skipped';
          const took = isNeeded ? computeTookSeconds(one) : null;
          const { speed, etaSeconds: left } = one;
          return (
            <tr key={one.step}>
              <Cell unbroken>{name}</Cell>
              <Cell>
                <Badge tone={TONES[one.state]}>{t(STEP_STATE_TEXTS[one.state])}</Badge>
              </Cell>
              {isRunning ? (
                <>
                  <Cell numeric>{isNeeded ? format.percent(one.progress) : none}</Cell>
                  <Cell numeric>{speed === null ? none : `${format.number(speed, 1)}×`}</Cell>
                  <Cell numeric>{left === null ? none : format.duration(Math.ceil(left))}</Cell>
                </>
              ) : null}
              <Cell numeric>{took === null ? none : format.duration(took)}</Cell>
              <Cell numeric>
                {one.attempts === 0 || !isNeeded ? none : format.number(one.attempts)}
              </Cell>
              {isRepeatable ? (
                <Cell part="acts">
                  {one.repeatable ? (
                    <Button
                      size="compact"
                      variant="ghost"
                      icon="refresh"
                      aria-label={t('jobs.repeatNamed', { step: name })}
                      onClick={() => onRepeat(one.step)}
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
  );
}
