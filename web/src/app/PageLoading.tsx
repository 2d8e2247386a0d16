import { useText } from '../shared/i18n/use-text.ts';
import { classNames } from '../ui/class-names.ts';
import { Spinner } from '../ui/Spinner.tsx';
import styles from './PageLoading.module.css';

const cx = classNames(styles);

/** While a page's code is on its way; its data have skeletons of their own. */
export function PageLoading() {
  const { t } = useText();
  return (
    <div className={cx('loading')}>
      <Spinner size="lg" label={t('common.loading')} />
    </div>
  );
}
