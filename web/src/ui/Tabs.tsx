import { Tabs as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
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

export function Tabs({ label, value, onChange, tabs }: TabsProps) {
  return (
    <Primitive.Root value={value} onValueChange={onChange}>
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
