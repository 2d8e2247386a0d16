import { useText } from '../../../../shared/i18n/use-text.ts';
import { Link } from '../../../../shared/routing/Link.tsx';
import { buttonClass } from '../../../../ui/Button.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import styles from '../../Stage.module.css';

const cx = classNames(styles);

/** Stands where the player would: why nothing plays on this machine. */
export function BlockedPanel({ text }: { readonly text: string }) {
  const { t } = useText();
  return (
    <div className={cx('stage')}>
      <div className={cx('panel')} role="alert">
        <p className={cx('panelTitle')}>{text}</p>
        <div className={cx('panelAction')}>
          <Link to="/" className={buttonClass('secondary')}>
            {t('player.goToLibrary')}
          </Link>
          <Link to="/doctor" className={cx('panelLink')}>
            {t('common.playbackCheck')}
          </Link>
        </div>
      </div>
    </div>
  );
}
