import { memo, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './Icon.tsx';
import styles from './Picker.module.css';
import type { PickerOption } from './picker-search.ts';

const cx = classNames(styles);

interface OptionsProps {
  readonly id: string;
  readonly label: string;
  readonly rows: readonly PickerOption[];
  readonly chosen: readonly string[];
  readonly single: boolean;
  readonly active: number;
  readonly onTake: (value: string) => void;
}

/** The rows of an open picker, of which the active one is kept in sight. */
export function Options({ id, label, rows, chosen, single, active, onTake }: OptionsProps) {
  const list = useRef<HTMLDivElement>(null);
  // The same function for all rows and times, so that a step of the arrow draws two rows and not all.
  const taking = useRef(onTake);
  useLayoutEffect(() => {
    taking.current = onTake;
  });
  const [takeLatest] = useState(() => (value: string) => taking.current(value));
  const isChosen = useMemo(() => new Set(chosen), [chosen]);
  useLayoutEffect(() => {
    const box = list.current;
    const row = active < 0 ? null : box?.children.item(active);
    if (!box || !(row instanceof HTMLElement)) return;
    // Not by `scrollIntoView`, which would move the page too.
    const { offsetTop: top, offsetHeight: height } = row;
    if (top < box.scrollTop) box.scrollTop = top;
    const hidden = top + height - box.clientHeight;
    if (hidden > box.scrollTop) box.scrollTop = hidden;
  }, [active]);
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={label}
      aria-multiselectable={single ? undefined : true}
      className={cx('list')}
    >
      {rows.map((row, index) => (
        <Option
          key={row.value}
          id={`${id}-${index}`}
          row={row}
          isChosen={isChosen.has(row.value)}
          isActive={index === active}
          onTake={takeLatest}
        />
      ))}
    </div>
  );
}

interface OptionProps {
  readonly id: string;
  readonly row: PickerOption;
  readonly isChosen: boolean;
  readonly isActive: boolean;
  readonly onTake: (value: string) => void;
}

const Option = memo(function Option({ id, row, isChosen, isActive, onTake }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the focus and handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: aria-activedescendant leads to it
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      className={cx('option', isActive && 'active')}
      onClick={() => onTake(row.value)}
    >
      <span className={cx('grow')}>{row.label}</span>
      {row.note ? <span className={cx('note')}>{row.note}</span> : null}
      {isChosen ? <Icon name="check" size={16} /> : null}
    </div>
  );
});
