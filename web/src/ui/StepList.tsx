import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './Icon.tsx';
import { Spinner } from './Spinner.tsx';
import styles from './StepList.module.css';
import { VisuallyHidden } from './VisuallyHidden.tsx';

const cx = classNames(styles);

/** `next`: a person has to do it. */
export type StepState = 'waiting' | 'next' | 'running' | 'done' | 'failed';

export interface Step {
  readonly id: string;
  readonly label: string;
  readonly state: StepState;
  /** The state in words, for users who can't see the mark. */
  readonly stateLabel: string;
  /** A line or a progress bar under the label. */
  readonly detail?: ReactNode;
}

/** The way of a long piece of work, step by step. */
export function StepList({
  label,
  steps,
}: {
  readonly label: string;
  readonly steps: readonly Step[];
}) {
  return (
    <ol className={cx('list')} aria-label={label}>
      {steps.map((step) => (
        <li
          key={step.id}
          className={cx('step', step.state)}
          aria-current={step.state === 'running' || step.state === 'next' ? 'step' : undefined}
        >
          <span className={cx('mark')} aria-hidden="true">
            {step.state === 'done' ? <Icon name="check" size={15} /> : null}
            {step.state === 'failed' ? <Icon name="close" size={15} /> : null}
            {step.state === 'running' ? <Spinner /> : null}
          </span>
          <div className={cx('text')}>
            <span className={cx('label')}>{step.label}</span>
            <VisuallyHidden>{step.stateLabel}</VisuallyHidden>
            {step.detail ? <div className={cx('detail')}>{step.detail}</div> : null}
          </div>
        </li>
      ))}
    </ol>
  );
}
