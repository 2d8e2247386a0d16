import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './PageHeader.module.css';

const cx = classNames(styles);

export interface PageHeaderProps {
  readonly title: string;
  readonly description?: ReactNode;
  /** The description is short enough to stand beside the title. */
  readonly inline?: boolean;
  /** A small line above the title, such as the way back. */
  readonly eyebrow?: ReactNode;
  /** Of the one thing that the page is about. */
  readonly picture?: ReactNode;
  /** The states of that thing, and the few facts by which it is known again. */
  readonly standing?: ReactNode;
  readonly actions?: ReactNode;
}

export function PageHeader(props: PageHeaderProps) {
  const { title, description, inline, eyebrow, picture, standing, actions } = props;
  return (
    <header className={cx('header', picture !== undefined && 'pictured')}>
      {picture}
      <div className={cx('text', inline && 'inline')}>
        {eyebrow ? <div className={cx('eyebrow')}>{eyebrow}</div> : null}
        <h1 className={cx('title')}>{title}</h1>
        {description ? <p className={cx('description')}>{description}</p> : null}
        {standing ? <div className={cx('standing')}>{standing}</div> : null}
      </div>
      {actions ? <div className={cx('actions')}>{actions}</div> : null}
    </header>
  );
}
