import { DropdownMenu as Primitive } from 'radix-ui';
import { type ReactElement, type ReactNode, useEffect, useId, useRef } from 'react';
import { classNames } from './class-names.ts';
import styles from './DropdownMenu.module.css';
import { Icon, type IconName } from './Icon.tsx';

const cx = classNames(styles);

export interface DropdownMenuProps {
  /** A single button; it gets the menu's state and keyboard behaviour. */
  readonly trigger: ReactElement;
  readonly align?: 'start' | 'end';
  readonly side?: 'top' | 'bottom';
  readonly defaultOpen?: boolean;
  /** Its container; the page itself is not visible in fullscreen. */
  readonly container?: HTMLElement;
  /** Steers it from outside, with `onOpenChange`. */
  readonly open?: boolean;
  readonly onOpenChange?: (open: boolean) => void;
  /** Takes the focus instead of the button when a click closed the menu. */
  readonly focusAfterClick?: HTMLElement;
  readonly children: ReactNode;
}

export function DropdownMenu(props: DropdownMenuProps) {
  const { trigger, align = 'end', side = 'bottom', container, focusAfterClick } = props;
  const { children, defaultOpen = false, open, onOpenChange } = props;
  const steered = open === undefined ? { defaultOpen } : { open };
  const wasClicked = useRef(false);
  function returnFocus(event: Event) {
    // What an item led to, such as another page, has the focus already.
    if (isElsewhere(document.activeElement)) event.preventDefault();
    if (!wasClicked.current || !focusAfterClick) return;
    event.preventDefault();
    focusAfterClick.focus();
  }
  return (
    // Not modal: a menu needs no scroll lock, and the page must not be hidden from screen readers.
    <Primitive.Root {...steered} {...(onOpenChange ? { onOpenChange } : {})} modal={false}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal {...(container ? { container } : {})}>
        <Primitive.Content
          className={cx('menu')}
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          onPointerDownCapture={() => {
            wasClicked.current = true;
          }}
          onKeyDownCapture={() => {
            wasClicked.current = false;
          }}
          onCloseAutoFocus={returnFocus}
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

/** Neither lost nor in a menu, which is about to go. */
function isElsewhere(focused: Element | null): boolean {
  return focused !== null && focused !== document.body && !focused.closest('[role="menu"]');
}

export interface MenuItemProps {
  readonly icon?: IconName;
  readonly tone?: 'neutral' | 'danger';
  readonly disabled?: boolean;
  /** The key that does the same. */
  readonly shortcut?: string;
  readonly onSelect: () => void;
  readonly children: ReactNode;
}

export function MenuItem({
  icon,
  tone = 'neutral',
  disabled = false,
  shortcut,
  onSelect,
  children,
}: MenuItemProps) {
  return (
    <Primitive.Item
      className={cx('item', tone)}
      disabled={disabled}
      aria-keyshortcuts={shortcut}
      onSelect={onSelect}
    >
      {icon ? <Icon name={icon} size={17} /> : null}
      {shortcut === undefined ? (
        children
      ) : (
        <>
          <span className={cx('grow')}>{children}</span>
          <span className={cx('shortcut')} aria-hidden="true">
            {shortcut}
          </span>
        </>
      )}
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
    /** Before the label, in a column of its own, such as a time. */
    readonly lead?: string;
  }[];
  /** For long lists: opens where the present one is, and shows two lines of each. */
  readonly isLong?: boolean;
  /** For choices whose effect is looked at before the next one. */
  readonly staysOpen?: boolean;
  readonly onChange: (value: Value) => void;
}

/** One of several, the present one ticked. */
export function MenuChoice<Value extends string>({
  label,
  value,
  options,
  isLong = false,
  staysOpen = false,
  onChange,
}: MenuChoiceProps<Value>) {
  const group = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isLong) return;
    // The menu takes the focus as it opens, and has its place only then.
    const frame = requestAnimationFrame(() => goToChecked(group.current));
    return () => cancelAnimationFrame(frame);
  }, [isLong]);
  return (
    <Primitive.RadioGroup ref={group} value={value} aria-label={label}>
      {options.map((option) => (
        <Primitive.RadioItem
          key={option.value}
          value={option.value}
          className={cx('item', isLong && 'long')}
          title={isLong ? option.label : undefined}
          onSelect={(event) => {
            if (staysOpen) event.preventDefault();
            onChange(option.value);
          }}
        >
          {option.icon ? <Icon name={option.icon} size={17} /> : null}
          {option.lead === undefined ? null : (
            <>
              {/* The space parts both in the name that screen readers say. */}
              <span className={cx('lead')}>{option.lead}</span>{' '}
            </>
          )}
          <span className={cx('grow')}>{option.label}</span>
          <Primitive.ItemIndicator>
            <Icon name="check" size={16} />
          </Primitive.ItemIndicator>
        </Primitive.RadioItem>
      ))}
    </Primitive.RadioGroup>
  );
}

function goToChecked(group: HTMLElement | null): void {
  const item = group?.querySelector<HTMLElement>('[aria-checked="true"]');
  const menu = group?.closest<HTMLElement>('[role="menu"]');
  if (!item || !menu) return;
  item.focus({ preventScroll: true });
  const [inside, outside] = [item.getBoundingClientRect(), menu.getBoundingClientRect()];
  menu.scrollTop += inside.top - outside.top - (menu.clientHeight - inside.height) / 2;
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
