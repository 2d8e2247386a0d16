import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useText } from '../../../shared/i18n/use-text.ts';
import { classNames } from '../../../ui/class-names.ts';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import styles from './Import.module.css';
import { type ImportStep, importSteps } from './import-step.ts';
import { STEP_TEXTS } from './step-texts.ts';

const cx = classNames(styles);

export interface StepPanelProps {
  readonly step: ImportStep;
  readonly title: string;
  readonly description?: ReactNode;
  /** False while the page is opening: then the focus stays where the browser put it. */
  readonly takesFocus: boolean;
  readonly children: ReactNode;
}

/** One step under its heading. The focus goes to the heading, so that a new step is read out. */
export function StepPanel({ step, title, description, takesFocus, children }: StepPanelProps) {
  const { t } = useText();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const wanted = useRef(takesFocus);
  useEffect(() => {
    if (wanted.current) heading.current?.focus();
  }, []);
  const place = { number: importSteps.indexOf(step) + 1, count: importSteps.length };
  return (
    <section className={cx('panel')} aria-labelledby={id}>
      <header>
        <h2 id={id} ref={heading} tabIndex={-1} className={cx('heading')}>
          <VisuallyHidden>
            {`${t('imports.stepOf', { ...place, name: t(STEP_TEXTS[step]) })}. `}
          </VisuallyHidden>
          {title}
        </h2>
        {description ? <p className={cx('muted')}>{description}</p> : null}
      </header>
      {children}
    </section>
  );
}
