import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import styles from './VisuallyHidden.module.css';

const cx = classNames(styles);

/** Text for assistive technology only. */
export function VisuallyHidden(props: Omit<ComponentProps<'span'>, 'className'>) {
  return <span {...props} className={cx('hidden')} />;
}
