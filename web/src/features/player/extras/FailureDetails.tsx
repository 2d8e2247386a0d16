import { useText } from '../../../shared/i18n/use-text.ts';
import { classNames } from '../../../ui/class-names.ts';
import { PlaybackFailure } from '../engine/playback-failure.ts';
import styles from '../Stage.module.css';
import { findFailureTexts } from './failure-texts.ts';

const cx = classNames(styles);

/** The likely cause of a failure, what to do, and the number for support. */
export function FailureDetails({ error }: { readonly error: unknown }) {
  const { t } = useText();
  const { cause, step } = findFailureTexts(error);
  const code = error instanceof PlaybackFailure ? error.code : null;
  return (
    <>
      {cause || step ? (
        <p className={cx('panelText')}>
          {cause ? `${t(cause)} ` : null}
          {step ? t(step) : null}
        </p>
      ) : null}
      {code === null ? null : (
        <p className={cx('reference')}>{t('playerTrouble.code', { code })}</p>
      )}
    </>
  );
}
