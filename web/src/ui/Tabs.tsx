import { Tabs as Primitive } from 'radix-ui';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { classNames } from './class-names.ts';
import { startsWithFocusable } from './focusable.ts';
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
  /** Controls of all panels, at the end of the strip where there is room for both. */
  readonly beside?: ReactNode;
}

const ACTIVE_PANEL = '[role="tabpanel"][data-state="active"]';

export function Tabs({ label, value, onChange, tabs, beside }: TabsProps) {
  const root = useRef<HTMLDivElement>(null);
  const { list, hidden, look } = useStrip(value);
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
      <div className={cx(beside ? 'bar' : null)}>
        <Primitive.List
          ref={list}
          aria-label={label}
          className={cx('list', hidden.before && 'before', hidden.after && 'after')}
          onScroll={look}
        >
          {tabs.map((tab) => (
            <Primitive.Trigger
              key={tab.value}
              value={tab.value}
              data-tab={tab.value}
              className={cx('tab')}
            >
              {tab.label}
            </Primitive.Trigger>
          ))}
        </Primitive.List>
        {beside ? <div className={cx('beside')}>{beside}</div> : null}
      </div>
      {tabs.map((tab) => (
        <Panel key={tab.value} value={tab.value}>
          {tab.content}
        </Panel>
      ))}
    </Primitive.Root>
  );
}

/**
 * Brings the chosen tab into sight where the strip is wider than its place, and tells on which
 * sides there is more.
 */
function useStrip(value: string) {
  const list = useRef<HTMLDivElement>(null);
  const [hidden, setHidden] = useState({ before: false, after: false });
  const look = useCallback(() => {
    const strip = list.current;
    if (!strip) return;
    const from = Math.abs(strip.scrollLeft);
    const before = from > 1;
    const after = from + strip.clientWidth < strip.scrollWidth - 1;
    setHidden((was) => (was.before === before && was.after === after ? was : { before, after }));
  }, []);
  useEffect(() => {
    const strip = list.current;
    const tab = strip?.querySelector<HTMLElement>(`[data-state="active"][data-tab="${value}"]`);
    // Of the strip alone: `scrollIntoView` would move the page too.
    if (strip && tab) strip.scrollLeft = findScroll(strip, tab);
    look();
    window.addEventListener('resize', look);
    return () => window.removeEventListener('resize', look);
  }, [value, look]);
  return { list, hidden, look };
}

/** Where the strip must be for the tab to be seen whole, with a part of its neighbours. */
function findScroll(strip: HTMLElement, tab: HTMLElement): number {
  const margin = 32;
  const from = tab.offsetLeft - strip.offsetLeft - margin;
  const to = from + tab.offsetWidth + 2 * margin;
  if (from < strip.scrollLeft) return Math.max(0, from);
  return Math.max(strip.scrollLeft, to - strip.clientWidth);
}

/**
 * A panel that begins with text is a stop of Tab, so that its beginning can be reached by keyboard;
 * one that begins with a button or field would only be one stop more (ARIA practices: tabs).
 */
function Panel({ value, children }: { readonly value: string; readonly children: ReactNode }) {
  const panel = useRef<HTMLDivElement>(null);
  const [isStop, setStop] = useState(true);
  useEffect(() => {
    const element = panel.current;
    if (!element) return undefined;
    const look = () => setStop(!startsWithFocusable(element));
    look();
    // What it shows may arrive later.
    const observer = new MutationObserver(look);
    observer.observe(element, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, []);
  return (
    <Primitive.Content
      ref={panel}
      value={value}
      tabIndex={isStop ? 0 : -1}
      className={cx('content')}
    >
      {children}
    </Primitive.Content>
  );
}
