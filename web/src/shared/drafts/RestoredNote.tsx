import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Time } from '../format/Time.tsx';
import { useText } from '../i18n/use-text.ts';
import styles from './Drafts.module.css';

const cx = classNames(styles);

/** Says that what is shown was typed before the last sign-in. */
export function RestoredNote({ atMs }: { readonly atMs: number }) {
  const { t } = useText();
  return (
    <p role="status" className={cx('restored')}>
      <Icon name="info" />
      <span>
        {t('drafts.restored')} <Time value={new Date(atMs).toISOString()} show="relative" />
      </span>
    </p>
  );
}
