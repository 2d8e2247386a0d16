import {
  type CSSProperties,
  type KeyboardEvent,
  memo,
  type RefObject,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { classNames } from './class-names.ts';
import { type ControlAttributes, Field, type FieldText } from './Field.tsx';
import { Icon } from './Icon.tsx';
import styles from './Picker.module.css';
import { findNamed, findOptions, type PickerOption } from './picker-search.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';

const cx = classNames(styles);

/** Rows that are drawn at once; the rest is reached by typing. */
const MOST_DRAWN = 1000;
const POPUP = { gap: 4, least: 160, most: 320 } as const;

/** What a picker says, in the language of the page. */
export interface PickerWords {
  /** Names the list of what is chosen. */
  readonly chosen: string;
  readonly remove: (label: string) => string;
  /** Takes a value that is not offered. */
  readonly add: (typed: string) => string;
  readonly noMatch: string;
  readonly found: (count: number) => string;
}

export interface PickerProps extends FieldText {
  readonly options: readonly PickerOption[];
  /** Values, in the order in which they were chosen. */
  readonly chosen: readonly string[];
  readonly words: PickerWords;
  /** Holds one value: another takes its place. */
  readonly single?: boolean;
  /** Takes what is typed, too, where nothing offered is called so. */
  readonly takesNew?: boolean;
  readonly required?: boolean;
  readonly placeholder?: string;
  readonly maxLength?: number;
  readonly onChange: (chosen: readonly string[]) => void;
}

/**
 * Picks one or several of many by typing: the editable combobox of the ARIA Authoring Practices,
 * what is chosen as chips before its input.
 */
export function Picker({
  label,
  labelHidden,
  hint,
  error,
  required = false,
  ...rest
}: PickerProps) {
  return (
    <Field
      label={label}
      labelHidden={labelHidden ?? false}
      hint={hint}
      error={error}
      required={required}
    >
      {(attributes) => (
        <Combobox {...rest} required={required} label={label} attributes={attributes} />
      )}
    </Field>
  );
}

type ComboboxProps = Omit<PickerProps, keyof FieldText> & {
  readonly label: string;
  readonly attributes: ControlAttributes;
};

function Combobox({
  attributes,
  label,
  options,
  chosen,
  words,
  single = false,
  takesNew = false,
  required = false,
  placeholder,
  maxLength,
  onChange,
}: ComboboxProps) {
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const rows = useMemo(
    () => listRows(options, typed, takesNew && !chosen.includes(typed.trim()) ? words.add : null),
    [options, typed, takesNew, chosen, words.add],
  );
  const labels = useMemo(
    () => new Map(options.map((option) => [option.value, option.label])),
    [options],
  );
  const place = usePlacement(isOpen, box, chosen.length);
  const listId = `${attributes.id}-list`;
  const labelOf = (value: string) => labels.get(value) ?? value;
  const isShown = isOpen && rows.length > 0;

  function open(at: number) {
    setIsOpen(true);
    setActive(at);
  }

  function close() {
    setIsOpen(false);
    setActive(-1);
  }

  function take(value: string) {
    setTyped('');
    if (single) onChange([value]);
    else if (chosen.includes(value)) onChange(chosen.filter((other) => other !== value));
    else onChange([...chosen, value]);
    if (single || typed !== '') setActive(-1);
    if (single) close();
  }

  function remove(value: string) {
    onChange(chosen.filter((other) => other !== value));
    input.current?.focus();
  }

  /** Takes what was typed and names a value, when it is left; anything else is forgotten. */
  function leave() {
    close();
    const text = typed.trim();
    if (text === '') return;
    const value = findNamed(options, text)?.value ?? (takesNew ? text : undefined);
    setTyped('');
    if (value !== undefined && !chosen.includes(value)) {
      onChange(single ? [value] : [...chosen, value]);
    }
  }

  function press(event: KeyboardEvent<HTMLInputElement>) {
    // The keys of a writer of Hindi belong to its input method while it is open.
    if (event.nativeEvent.isComposing) return;
    const handled = handleKey(event.key);
    if (handled) event.preventDefault();
  }

  function handleKey(key: string): boolean {
    const last = rows.length - 1;
    if (key === 'ArrowDown') {
      open(isOpen && active < last ? active + 1 : 0);
      return true;
    }
    if (key === 'ArrowUp') {
      open(isOpen && active > 0 ? active - 1 : last);
      return true;
    }
    if (key === 'Enter') {
      const row = isOpen ? rows[active] : undefined;
      if (row) take(row.value);
      else if (typed !== '') leave();
      else return false;
      return true;
    }
    if (key === 'Escape') {
      if (isOpen) close();
      else if (typed !== '') setTyped('');
      else return false;
      return true;
    }
    if (key === 'Backspace' && typed === '' && chosen.length > 0) {
      onChange(chosen.slice(0, -1));
      return true;
    }
    return false;
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a press beside the chips means the input, which keyboards reach by itself
    <div
      ref={box}
      className={cx('box', attributes['aria-invalid'] && 'invalid')}
      onMouseDown={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        input.current?.focus();
        open(-1);
      }}
    >
      {chosen.length > 0 ? (
        <ul className={cx('chips')} aria-label={words.chosen}>
          {chosen.map((value) => (
            <li key={value} className={cx('chip')}>
              <span className={cx('name')} title={labelOf(value)}>
                {labelOf(value)}
              </span>
              <button
                type="button"
                className={cx('remove')}
                aria-label={words.remove(labelOf(value))}
                onClick={() => remove(value)}
              >
                <Icon name="close" size={14} />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <input
        {...attributes}
        ref={input}
        type="text"
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        className={cx('input')}
        aria-autocomplete="list"
        aria-required={required || undefined}
        aria-expanded={isShown}
        aria-controls={isShown ? listId : undefined}
        aria-activedescendant={isShown && active >= 0 ? `${listId}-${active}` : undefined}
        placeholder={chosen.length === 0 ? placeholder : undefined}
        maxLength={maxLength}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          open(target.value.trim() === '' ? -1 : 0);
        }}
        onClick={() => setIsOpen(true)}
        onKeyDown={press}
        onBlur={leave}
      />
      <span className={cx('chevron')}>
        <Icon name="chevron-down" size={17} />
      </span>
      <VisuallyHidden>
        <span role="status">{isOpen && typed !== '' ? words.found(rows.length) : ''}</span>
      </VisuallyHidden>
      {isOpen && place ? (
        // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the focus in the input
        <div className={cx('popup')} style={place} onMouseDown={(event) => event.preventDefault()}>
          {isShown ? (
            <Options
              id={listId}
              label={label}
              rows={rows}
              chosen={chosen}
              single={single}
              active={active}
              onTake={take}
            />
          ) : (
            <p className={cx('nothing')}>{words.noMatch}</p>
          )}
        </div>
      ) : null}
    </div>
  );
}

/** What the list shows: what is offered and contains the text, and the text itself where it may be taken. */
function listRows(
  options: readonly PickerOption[],
  typed: string,
  add: ((typed: string) => string) | null,
): readonly PickerOption[] {
  const found = findOptions(options, typed).slice(0, MOST_DRAWN);
  const text = typed.trim();
  if (add === null || text === '' || findNamed(options, text)) return found;
  return [...found, { value: text, label: add(text) }];
}

interface OptionsProps {
  readonly id: string;
  readonly label: string;
  readonly rows: readonly PickerOption[];
  readonly chosen: readonly string[];
  readonly single: boolean;
  readonly active: number;
  readonly onTake: (value: string) => void;
}

function Options({ id, label, rows, chosen, single, active, onTake }: OptionsProps) {
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

/** Where the list lies: below its box, or above it where there is more room. */
function usePlacement(isOpen: boolean, box: RefObject<HTMLElement | null>, chips: number) {
  const [place, setPlace] = useState<CSSProperties | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: more chips make the box higher
  useLayoutEffect(() => {
    if (!isOpen) return;
    function put() {
      const rect = box.current?.getBoundingClientRect();
      if (!rect) return;
      const below = window.innerHeight - rect.bottom - 2 * POPUP.gap;
      const above = rect.top - 2 * POPUP.gap;
      const isAbove = below < POPUP.least && above > below;
      const room = Math.max(Math.min(POPUP.most, isAbove ? above : below), POPUP.least / 2);
      const side = isAbove
        ? { bottom: window.innerHeight - rect.top + POPUP.gap }
        : { top: rect.bottom + POPUP.gap };
      setPlace({ ...side, left: rect.left, width: rect.width, maxHeight: room });
    }
    put();
    window.addEventListener('resize', put);
    // Also what scrolls around it.
    document.addEventListener('scroll', put, { capture: true, passive: true });
    return () => {
      window.removeEventListener('resize', put);
      document.removeEventListener('scroll', put, { capture: true });
    };
  }, [isOpen, box, chips]);
  return place;
}
