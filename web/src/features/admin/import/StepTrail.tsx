import { useText } from '../../../shared/i18n/use-text.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import styles from './Import.module.css';
import { type ImportStep, importSteps } from './import-step.ts';
import { STEP_TEXTS } from './step-texts.ts';

const cx = classNames(styles);

/** The five steps in a row, and which of them is the present one. */
export function StepTrail({ step }: { readonly step: ImportStep }) {
  const { t } = useText();
  const present = importSteps.indexOf(step);
  return (
    <ol className={cx('trail')} aria-label={t('imports.steps')}>
      {importSteps.map((name, at) => {
        const state = at < present ? 'done' : at === present ? 'now' : 'ahead';
        const stateText = { done: 'stepDone', now: 'stepNow', ahead: 'stepAhead' } as const;
        return (
          <li
            key={name}
            className={cx('stop', state)}
            aria-current={at === present ? 'step' : undefined}
          >
            <span className={cx('mark')} aria-hidden="true">
              {state === 'done' ? <Icon name="check" size={14} /> : at + 1}
            </span>
            {t(STEP_TEXTS[name])}
            <VisuallyHidden>{`, ${t(`imports.${stateText[state]}`)}`}</VisuallyHidden>
          </li>
        );
      })}
    </ol>
  );
}
