import { Tabs as Primitive } from 'radix-ui';
import { type ReactNode, useEffect, useRef } from 'react';
import { classNames } from './class-names.ts';
import styles from './Tabs.module.css';

const cx = classNames(styles);

export interface TabsProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly tabs: readonly {
    readonly value: string;
    readonly label: string;
    readonly content: ReactNode;
  }[];
}

const ACTIVE_PANEL = '[role="tabpanel"][data-state="active"]';

export function Tabs({ label, value, onChange, tabs }: TabsProps) {
  const root = useRef<HTMLDivElement>(null);
  const before = useRef(value);
  useEffect(() => {
    if (before.current === value) return undefined;
    before.current = value;
    // A link in another panel may have led here, and gone with it: known once that is hidden.
    const later = setTimeout(() => {
      if (document.activeElement !== document.body) return;
      root.current?.querySelector<HTMLElement>(ACTIVE_PANEL)?.focus({ preventScroll: true });
    });
    return () => clearTimeout(later);
  }, [value]);
  return (
    <Primitive.Root ref={root} value={value} onValueChange={onChange}>
      <Primitive.List aria-label={label} className={cx('list')}>
        {tabs.map((tab) => (
          <Primitive.Trigger key={tab.value} value={tab.value} className={cx('tab')}>
            {tab.label}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      {tabs.map((tab) => (
        <Primitive.Content key={tab.value} value={tab.value} className={cx('content')}>
          {tab.content}
        </Primitive.Content>
      ))}
    </Primitive.Root>
  );
}
