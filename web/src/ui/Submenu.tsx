import { ChevronRight } from 'lucide-react';
import { DropdownMenu as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './DropdownMenu.module.css';

const cx = classNames(styles);

export interface SubmenuProps {
  readonly label: string;
  /** The current choice in it. */
  readonly value: string;
  /** As its menu's. */
  readonly container?: HTMLElement;
  readonly children: ReactNode;
}

/** An item that opens a menu beside its own: by pointer, Enter or →. */
export function Submenu({ label, value, container, children }: SubmenuProps) {
  return (
    <Primitive.Sub>
      <Primitive.SubTrigger className={cx('item')}>
        <span className={cx('grow')}>{label}</span> <span className={cx('value')}>{value}</span>
        <ChevronRight size="1rem" strokeWidth={1.75} aria-hidden="true" />
      </Primitive.SubTrigger>
      <Primitive.Portal {...(container ? { container } : {})}>
        <Primitive.SubContent
          className={cx('menu')}
          sideOffset={4}
          alignOffset={-5}
          collisionPadding={8}
        >
          {children}
        </Primitive.SubContent>
      </Primitive.Portal>
    </Primitive.Sub>
  );
}
