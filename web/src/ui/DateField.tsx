import { Popover } from 'radix-ui';
import { useState } from 'react';
import { Calendar, type CalendarWords, focusActiveDay } from './Calendar.tsx';
import controlStyles from './Control.module.css';
import { formatDay, isDay } from './calendar-days.ts';
import { classNames } from './class-names.ts';
import styles from './DateField.module.css';
import { formatTime, parseDay, parseTime } from './date-text.ts';
import { Field, type FieldText } from './Field.tsx';
import { IconButton } from './IconButton.tsx';
import { useTypedValue } from './use-typed-value.ts';

const cx = classNames({ ...controlStyles, ...styles });

/** What a date field says, in the language of the page. */
export interface DateWords extends CalendarWords {
  /** Of the page, as `hi-IN`. */
  readonly locale: string;
  /** How a date is typed. */
  readonly placeholder: string;
  readonly open: (label: string) => string;
  readonly notDate: string;
  readonly notTime: string;
}

export interface DateFieldProps extends FieldText {
  /** As `2026-11-24`; empty for none. */
  readonly value: string;
  readonly words: DateWords;
  readonly onChange: (day: string) => void;
}

/**
 * A day, typed in any usual way or chosen from a calendar, and shown as all other dates of the page
 * are: the browser's own field speaks the browser's language.
 */
export function DateField({ value, words, onChange, label, error, ...rest }: DateFieldProps) {
  const [isOpen, setOpen] = useState(false);
  const { locale } = words;
  const typed = useTypedValue(isDay(value) ? value : '', {
    format: (day) => formatDay(day, locale),
    parse: (text) => parseDay(text, locale),
    onChange,
  });
  const fault = typed.isInvalid ? words.notDate : error;
  return (
    <Field {...rest} label={label} error={fault}>
      {(attributes) => (
        <div className={cx('box')}>
          <input
            {...attributes}
            type="text"
            autoComplete="off"
            className={cx('control', 'date')}
            placeholder={words.placeholder}
            maxLength={40}
            value={typed.text}
            onChange={({ target }) => typed.type(target.value)}
            onBlur={typed.settle}
            onKeyDown={({ key }) => {
              if (key === 'Enter') typed.settle();
            }}
          />
          <Popover.Root open={isOpen} onOpenChange={setOpen}>
            <span className={cx('opener')}>
              <Popover.Trigger asChild>
                <IconButton compact icon="calendar" label={words.open(label)} />
              </Popover.Trigger>
            </span>
            <Popover.Portal>
              <Popover.Content
                className={cx('popup')}
                align="end"
                sideOffset={6}
                collisionPadding={8}
                aria-label={words.open(label)}
                onOpenAutoFocus={(event) => {
                  event.preventDefault();
                  focusActiveDay(event.target);
                }}
              >
                <Calendar
                  chosen={isDay(value) ? value : null}
                  locale={locale}
                  words={words}
                  onChoose={(day) => {
                    typed.forget();
                    onChange(day);
                    setOpen(false);
                  }}
                />
              </Popover.Content>
            </Popover.Portal>
          </Popover.Root>
        </div>
      )}
    </Field>
  );
}

export interface TimeFieldProps extends FieldText {
  /** As `21:30`; empty for none. */
  readonly value: string;
  readonly words: Pick<DateWords, 'locale' | 'notTime'>;
  readonly onChange: (time: string) => void;
}

/** A time of day, typed in any usual way; without seconds. */
export function TimeField({ value, words, onChange, error, ...rest }: TimeFieldProps) {
  const typed = useTypedValue(value, {
    format: (time) => formatTime(time, words.locale),
    parse: parseTime,
    onChange,
  });
  return (
    <Field {...rest} error={typed.isInvalid ? words.notTime : error}>
      {(attributes) => (
        <input
          {...attributes}
          type="text"
          autoComplete="off"
          className={cx('control')}
          placeholder="09:00"
          maxLength={12}
          value={typed.text}
          onChange={({ target }) => typed.type(target.value)}
          onBlur={typed.settle}
          onKeyDown={({ key }) => {
            if (key === 'Enter') typed.settle();
          }}
        />
      )}
    </Field>
  );
}
