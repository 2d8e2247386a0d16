import { DropdownMenu as Primitive } from 'radix-ui';
import { type ReactElement, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import styles from './DropdownMenu.module.css';
import { Icon, type IconName } from './Icon.tsx';

const cx = classNames(styles);

export interface DropdownMenuProps {
  /** A single button; it gets the menu's state and keyboard behaviour. */
  readonly trigger: ReactElement;
  readonly align?: 'start' | 'end';
  readonly defaultOpen?: boolean;
  readonly children: ReactNode;
}

export function DropdownMenu({
  trigger,
  align = 'end',
  defaultOpen = false,
  children,
}: DropdownMenuProps) {
  return (
    // Not modal: a menu needs no scroll lock, and the page must not be hidden from screen readers.
    <Primitive.Root defaultOpen={defaultOpen} modal={false}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content className={cx('menu')} align={align} sideOffset={6} collisionPadding={8}>
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

export interface MenuItemProps {
  readonly icon?: IconName;
  readonly tone?: 'neutral' | 'danger';
  readonly disabled?: boolean;
  readonly onSelect: () => void;
  readonly children: ReactNode;
}

export function MenuItem({
  icon,
  tone = 'neutral',
  disabled = false,
  onSelect,
  children,
}: MenuItemProps) {
  return (
    <Primitive.Item className={cx('item', tone)} disabled={disabled} onSelect={onSelect}>
      {icon ? <Icon name={icon} size={17} /> : null}
      {children}
    </Primitive.Item>
  );
}

export interface MenuChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly {
    readonly value: Value;
    readonly label: string;
    readonly icon?: IconName;
  }[];
  readonly onChange: (value: Value) => void;
}

/** One of several, the present one ticked. */
export function MenuChoice<Value extends string>({
  label,
  value,
  options,
  onChange,
}: MenuChoiceProps<Value>) {
  return (
    <Primitive.RadioGroup value={value} aria-label={label}>
      {options.map((option) => (
        <Primitive.RadioItem
          key={option.value}
          value={option.value}
          className={cx('item')}
          onSelect={() => onChange(option.value)}
        >
          {option.icon ? <Icon name={option.icon} size={17} /> : null}
          <span className={cx('grow')}>{option.label}</span>
          <Primitive.ItemIndicator>
            <Icon name="check" size={16} />
          </Primitive.ItemIndicator>
        </Primitive.RadioItem>
      ))}
    </Primitive.RadioGroup>
  );
}

export function MenuHeading({ children }: { readonly children: ReactNode }) {
  return <Primitive.Label className={cx('heading')}>{children}</Primitive.Label>;
}

/** Items under a heading, which distinguishes those of the same name. */
export function MenuGroup({
  heading,
  children,
}: {
  readonly heading: string;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <Primitive.Group aria-labelledby={id}>
      <Primitive.Label id={id} className={cx('heading')}>
        {heading}
      </Primitive.Label>
      {children}
    </Primitive.Group>
  );
}

export function MenuSeparator() {
  return <Primitive.Separator className={cx('separator')} />;
}
