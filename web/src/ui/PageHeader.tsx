import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './PageHeader.module.css';

const cx = classNames(styles);

export interface PageHeaderProps {
  readonly title: string;
  readonly description?: ReactNode;
  /** A small line above the title, such as the way back. */
  readonly eyebrow?: ReactNode;
  readonly actions?: ReactNode;
}

export function PageHeader({ title, description, eyebrow, actions }: PageHeaderProps) {
  return (
    <header className={cx('header')}>
      <div className={cx('text')}>
        {eyebrow ? <div className={cx('eyebrow')}>{eyebrow}</div> : null}
        <h1 className={cx('title')}>{title}</h1>
        {description ? <p className={cx('description')}>{description}</p> : null}
      </div>
      {actions ? <div className={cx('actions')}>{actions}</div> : null}
    </header>
  );
}
