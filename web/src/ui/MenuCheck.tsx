import { DropdownMenu as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './DropdownMenu.module.css';
import { Icon } from './Icon.tsx';

const cx = classNames(styles);

export interface MenuCheckProps {
  readonly checked: boolean;
  readonly disabled?: boolean;
  /** For an independent on-off choice, not one of several. */
  readonly isSwitch?: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly children: ReactNode;
}

/** One of several choices that can be combined; the menu stays open for the next. */
export function MenuCheck({
  checked,
  disabled = false,
  isSwitch = false,
  onChange,
  children,
}: MenuCheckProps) {
  return (
    <Primitive.CheckboxItem
      checked={checked}
      disabled={disabled}
      className={cx('item')}
      onCheckedChange={onChange}
      onSelect={(event) => event.preventDefault()}
    >
      <span className={cx('grow')}>{children}</span>
      {isSwitch ? (
        <span className={cx('switch')} />
      ) : (
        <Primitive.ItemIndicator>
          <Icon name="check" size={16} />
        </Primitive.ItemIndicator>
      )}
    </Primitive.CheckboxItem>
  );
}
