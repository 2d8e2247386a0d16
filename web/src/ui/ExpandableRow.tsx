import { type ReactNode, useId, useState } from 'react';
import { classNames } from './class-names.ts';
import styles from './ExpandableRow.module.css';
import { Icon, type IconName } from './Icon.tsx';

const cx = classNames(styles);

export interface ExpandableRowProps {
  readonly icon: IconName;
  readonly tone: 'danger' | 'warning' | 'neutral';
  /** What the row is about; a click anywhere on the row opens it. */
  readonly title: ReactNode;
  readonly subtitle?: ReactNode;
  readonly main: ReactNode;
  /** At the end, such as when it was. */
  readonly aside: ReactNode;
  /** Buttons that don't open the row. */
  readonly tools?: ReactNode;
  /** What it shows while open. */
  readonly children: ReactNode;
}

/** One entry of a list that opens in place. */
export function ExpandableRow(props: ExpandableRowProps) {
  const { icon, tone, title, subtitle, main, aside, tools, children } = props;
  const [isOpen, setOpen] = useState(false);
  const panelId = useId();
  return (
    <li className={cx('item', isOpen && 'open')}>
      <div className={cx('row', tools !== undefined && 'withTools')}>
        <span className={cx('sign', tone)}>
          <Icon name={icon} size={18} />
        </span>
        <div className={cx('names')}>
          <button
            type="button"
            className={cx('button')}
            aria-expanded={isOpen}
            aria-controls={isOpen ? panelId : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            {title}
          </button>
          {subtitle ? <p className={cx('subtitle')}>{subtitle}</p> : null}
        </div>
        <div className={cx('main')}>{main}</div>
        <div className={cx('aside')}>{aside}</div>
        {tools === undefined ? null : <div className={cx('tools')}>{tools}</div>}
        <Icon name="chevron-down" size={18} className={cx('arrow')} />
      </div>
      {isOpen ? (
        <div id={panelId} className={cx('panel')}>
          {children}
        </div>
      ) : null}
    </li>
  );
}

/** A list of such entries. */
export function ExpandableList({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}) {
  return (
    <ul aria-label={label} className={cx('list')}>
      {children}
    </ul>
  );
}
