import {
  type CSSProperties,
  type KeyboardEvent,
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
import { Options } from './PickerOptions.tsx';
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
  const state = useCombobox({ options, chosen, words, single, takesNew, onChange });
  const { typed, rows, isOpen, active } = state;
  const place = usePlacement(isOpen, box, chosen.length);
  const listId = `${attributes.id}-list`;
  const isShown = isOpen && rows.length > 0;

  function remove(value: string) {
    onChange(chosen.filter((other) => other !== value));
    input.current?.focus();
  }

  function press(event: KeyboardEvent<HTMLInputElement>) {
    // The keys of a writer of Hindi belong to its input method while it is open.
    if (event.nativeEvent.isComposing) return;
    const handled = state.handleKey(event.key);
    if (handled) event.preventDefault();
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
        state.open(-1);
      }}
    >
      {chosen.length > 0 ? (
        <Chips options={options} chosen={chosen} words={words} onRemove={remove} />
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
        onChange={({ target }) => state.type(target.value)}
        onClick={state.show}
        onKeyDown={press}
        onBlur={state.leave}
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
              onTake={state.take}
            />
          ) : (
            <p className={cx('nothing')}>{words.noMatch}</p>
          )}
        </div>
      ) : null}
    </div>
  );
}

interface ComboboxStateProps {
  readonly options: readonly PickerOption[];
  readonly chosen: readonly string[];
  readonly words: PickerWords;
  readonly single: boolean;
  readonly takesNew: boolean;
  readonly onChange: (chosen: readonly string[]) => void;
}

/** What was typed, which rows fit it, and what each key does to them. */
function useCombobox({ options, chosen, words, single, takesNew, onChange }: ComboboxStateProps) {
  const [typed, setTyped] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const rows = useMemo(
    () => listRows(options, typed, takesNew && !chosen.includes(typed.trim()) ? words.add : null),
    [options, typed, takesNew, chosen, words.add],
  );

  function open(at: number) {
    setIsOpen(true);
    setActive(at);
  }

  function close() {
    setIsOpen(false);
    setActive(-1);
  }

  function type(text: string) {
    setTyped(text);
    open(text.trim() === '' ? -1 : 0);
  }

  function take(value: string) {
    setTyped('');
    if (single) onChange([value]);
    else if (chosen.includes(value)) onChange(chosen.filter((other) => other !== value));
    else onChange([...chosen, value]);
    if (single || typed !== '') setActive(-1);
    if (single) close();
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

  /** @returns whether the key had a meaning here, and must have no other */
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

  const show = () => setIsOpen(true);
  return { typed, rows, isOpen, active, open, show, type, take, leave, handleKey };
}

interface ChipsProps {
  readonly options: readonly PickerOption[];
  readonly chosen: readonly string[];
  readonly words: PickerWords;
  readonly onRemove: (value: string) => void;
}

function Chips({ options, chosen, words, onRemove }: ChipsProps) {
  const labels = useMemo(
    () => new Map(options.map((option) => [option.value, option.label])),
    [options],
  );
  const labelOf = (value: string) => labels.get(value) ?? value;
  return (
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
            onClick={() => onRemove(value)}
          >
            <Icon name="close" size={14} />
          </button>
        </li>
      ))}
    </ul>
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
