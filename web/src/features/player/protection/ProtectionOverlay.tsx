import { EyeOff } from 'lucide-react';
import { useText } from '../../../shared/i18n/use-text.ts';
import { classNames } from '../../../ui/class-names.ts';
import { TerminatedOverlay } from './TerminatedOverlay.tsx';
import type { Protection } from './use-protection.ts';
import styles from './ViolationOverlay.module.css';
import { ViolationOverlay } from './ViolationOverlay.tsx';

/** Shows the most serious message, over picture and controls. */
export function ProtectionOverlay({ protection }: { readonly protection: Protection }) {
  const { terminated, warning, watermarkHidden, dismiss } = protection;
  if (terminated) return <TerminatedOverlay />;
  if (warning !== null) return <ViolationOverlay warning={warning} onDismiss={dismiss} />;
  return watermarkHidden ? <WatermarkHiddenOverlay /> : null;
}

const cx = classNames(styles);

/** Says why nothing plays: something outside the page hides the marks, which the page can't undo. */
function WatermarkHiddenOverlay() {
  const { t } = useText();
  return (
    <div role="alert" className={cx('overlay', 'first')}>
      <span className={cx('emblem')} aria-hidden="true">
        <EyeOff size="2rem" strokeWidth={1.75} />
      </span>
      <h2 className={cx('title')}>{t('protection.watermarkTitle')}</h2>
      <p className={cx('text')}>{t('protection.watermarkText')}</p>
    </div>
  );
}
