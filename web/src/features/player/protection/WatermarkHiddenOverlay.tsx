import { EyeOff } from 'lucide-react';
import { useText } from '../../../shared/i18n/use-text.ts';
import { classNames } from '../../../ui/class-names.ts';
import styles from './ViolationOverlay.module.css';

const cx = classNames(styles);

/** Says why nothing plays: something outside the page hides the marks, which the page can't undo. */
export function WatermarkHiddenOverlay() {
  const { t } = useText();
  return (
    <div role="alert" className={cx('overlay', 'first')}>
      <span className={cx('emblem')} aria-hidden="true">
        <EyeOff size="2rem" strokeWidth={1.75} />
      </span>
      <h2 className={cx('title')}>{t('lesson.watermarkTitle')}</h2>
      <p className={cx('text')}>{t('lesson.watermarkText')}</p>
    </div>
  );
}
