import type { ReactNode } from 'react';
import styles from './Card.module.css';
import { classNames } from './class-names.ts';

const cx = classNames(styles);

export interface CardProps {
  readonly title?: string;
  readonly description?: ReactNode;
  /** Buttons beside the title. */
  readonly actions?: ReactNode;
  /** Lets a table or picture reach the edges. */
  readonly flush?: boolean;
  readonly children: ReactNode;
}

export function Card({ title, description, actions, flush = false, children }: CardProps) {
  return (
    <section className={cx('card')}>
      {title ? (
        <header className={cx('header', !description && 'single')}>
          <CardWords title={title} description={description} />
          {actions ? <div className={cx('actions')}>{actions}</div> : null}
        </header>
      ) : null}
      <div className={cx(!flush && 'body')}>{children}</div>
    </section>
  );
}

interface CardWordsProps {
  readonly title: string;
  readonly description?: ReactNode;
}

/** The heading of a card: also for what has a line of buttons of its own, such as a table. */
export function CardWords({ title, description }: CardWordsProps) {
  return (
    <div className={cx('words')}>
      <h2 className={cx('title')}>{title}</h2>
      {description ? <p className={cx('description')}>{description}</p> : null}
    </div>
  );
}
