import { useText } from '../../shared/i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import styles from './Form.module.css';

const cx = classNames(styles);

/** Shows why a sign-in takes some seconds while this device works for it. */
export function DeviceCheck({ onCancel }: { readonly onCancel: () => void }) {
  const { t } = useText();
  return (
    <div className={cx('check')}>
      <div role="status">
        <p>{t('newDevice.checking')}</p>
        <p className={cx('aside')}>{t('newDevice.checkingText')}</p>
      </div>
      <Button onClick={onCancel}>{t('common.cancel')}</Button>
    </div>
  );
}
