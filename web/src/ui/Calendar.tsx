import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import styles from './Calendar.module.css';
import {
  addDays,
  addMonths,
  countFromWeekStart,
  findToday,
  formatDay,
  listWeeks,
} from './calendar-days.ts';
import { classNames } from './class-names.ts';
import { IconButton } from './IconButton.tsx';
import { VisuallyHidden } from './VisuallyHidden.tsx';

const cx = classNames(styles);
/** Sunday, as calendars of India begin. */
const FIRST_WEEKDAY = 0;

export interface CalendarWords {
  readonly previousMonth: string;
  readonly nextMonth: string;
}

export interface CalendarProps {
  readonly chosen: string | null;
  readonly locale: string;
  readonly words: CalendarWords;
  readonly onChoose: (day: string) => void;
}

/** A month of days to choose from: the grid of the ARIA practices, with their keys. */
export function Calendar({ chosen, locale, words, onChoose }: CalendarProps) {
  const today = findToday();
  const [active, setActive] = useState(chosen ?? today);
  const grid = useRef<HTMLTableElement>(null);
  const mayFocus = useRef(false);
  useEffect(() => {
    if (!mayFocus.current) return;
    mayFocus.current = false;
    focusActiveDay(grid.current);
  });
  const weeks = listWeeks(active, FIRST_WEEKDAY);
  const title = formatDay(active, locale, { month: 'long', year: 'numeric' });

  function press(event: KeyboardEvent) {
    const next = findNext(event.key, active);
    if (next === null) return;
    event.preventDefault();
    mayFocus.current = true;
    setActive(next);
  }

  return (
    <div className={cx('calendar')}>
      <div className={cx('head')}>
        <IconButton
          compact
          icon="chevron-left"
          label={words.previousMonth}
          onClick={() => setActive(addMonths(active, -1))}
        />
        <p className={cx('title')} aria-live="polite">
          {title}
        </p>
        <IconButton
          compact
          icon="chevron-right"
          label={words.nextMonth}
          onClick={() => setActive(addMonths(active, 1))}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the grid of the ARIA practices */}
      <table ref={grid} role="grid" aria-label={title} className={cx('grid')} onKeyDown={press}>
        <thead>
          <tr>
            {weeks[0]?.map((day) => (
              <th key={day} scope="col">
                <span aria-hidden="true">{formatDay(day, locale, { weekday: 'narrow' })}</span>
                <VisuallyHidden>{formatDay(day, locale, { weekday: 'long' })}</VisuallyHidden>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a cell of a grid is a gridcell
                <td key={day} aria-selected={day === chosen}>
                  <button
                    type="button"
                    data-day={day}
                    tabIndex={day === active ? 0 : -1}
                    aria-label={formatDay(day, locale, { dateStyle: 'full' })}
                    aria-current={day === today ? 'date' : undefined}
                    className={cx(
                      'day',
                      day.slice(0, 7) !== active.slice(0, 7) && 'outside',
                      day === today && 'today',
                      day === chosen && 'chosen',
                    )}
                    onClick={() => onChoose(day)}
                  >
                    {formatDay(day, locale, { day: 'numeric' })}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Focuses the day that keys move from, in what holds a calendar. */
export function focusActiveDay(holder: EventTarget | null): void {
  if (!(holder instanceof Element)) return;
  holder.querySelector<HTMLElement>('[data-day][tabindex="0"]')?.focus();
}

/** Where a key leads from a day; null for keys of no meaning here. */
function findNext(key: string, from: string): string | null {
  const behind = countFromWeekStart(from, FIRST_WEEKDAY);
  switch (key) {
    case 'ArrowLeft':
      return addDays(from, -1);
    case 'ArrowRight':
      return addDays(from, 1);
    case 'ArrowUp':
      return addDays(from, -7);
    case 'ArrowDown':
      return addDays(from, 7);
    case 'Home':
      return addDays(from, -behind);
    case 'End':
      return addDays(from, 6 - behind);
    case 'PageUp':
      return addMonths(from, -1);
    case 'PageDown':
      return addMonths(from, 1);
    default:
      return null;
  }
}
