import { classNames } from '../../ui/class-names.ts';
import { Spinner } from '../../ui/Spinner.tsx';
import styles from './Stage.module.css';

const cx = classNames(styles);

export function LoadingPanel({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <div className={cx('panel')} role="status">
      <span className={cx('spinner')}>
        <Spinner size="lg" />
      </span>
      <p className={cx('panelTitle')}>{title}</p>
      <p className={cx('panelText')}>{text}</p>
    </div>
  );
}
