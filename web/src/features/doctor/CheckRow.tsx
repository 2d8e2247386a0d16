import { useText } from '../../shared/i18n/use-text.ts';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './Doctor.module.css';
import type { CheckName, Finding } from './finding.ts';
import { describeFinding } from './finding-words.ts';

const cx = classNames(styles);

const GLYPHS = { good: 'check-circle', note: 'info', problem: 'error' } as const;

export interface CheckRowProps {
  readonly check: CheckName;
  /** Undefined until the result arrives. */
  readonly finding: Finding | undefined;
}

export function CheckRow({ check, finding }: CheckRowProps) {
  const { t } = useText();
  const words = finding ? describeFinding(t, finding) : null;
  return (
    <li className={cx('check', finding?.verdict)}>
      <span className={cx('mark')}>
        {finding ? <Icon name={GLYPHS[finding.verdict]} size={22} /> : <Spinner />}
      </span>
      <div className={cx('words')}>
        <h3 className={cx('name')}>
          {t(`doctor.check_${check}`)}
          {finding ? (
            <VisuallyHidden>{`: ${t(`doctor.mark_${finding.verdict}`)}`}</VisuallyHidden>
          ) : null}
        </h3>
        <p className={cx('says')}>{words ? words.says : t('doctor.checking')}</p>
        {words?.step ? <p className={cx('step')}>{words.step}</p> : null}
      </div>
    </li>
  );
}
