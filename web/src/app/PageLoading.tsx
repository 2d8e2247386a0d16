import { useText } from '../shared/i18n/use-text.ts';
import { classNames } from '../ui/class-names.ts';
import { Spinner } from '../ui/Spinner.tsx';
import styles from './PageLoading.module.css';

const cx = classNames(styles);

/** Shown while a page's code is loading; its data has its own skeletons. */
export function PageLoading() {
  const { t } = useText();
  return (
    <div className={cx('loading')}>
      <Spinner size="lg" label={t('common.loading')} />
    </div>
  );
}
