import type { ReactNode } from 'react';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Cell } from '../../ui/Table.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { useText } from '../i18n/use-text.ts';
import styles from './DataTable.module.css';
import type { TableColumn } from './table-column.ts';

const cx = classNames(styles);
const NOTHING = '–';

export interface BodyRowProps<Row> {
  readonly row: Row;
  readonly columns: readonly TableColumn<Row>[];
  /** Absent where rows can't be chosen. */
  readonly selection:
    | {
        readonly name: string;
        readonly selected: boolean;
        readonly onToggle: (selected: boolean) => void;
      }
    | undefined;
  readonly actions: ReactNode;
  /** Opens what the row is of, wherever in it one clicks; a link in it does the same by keyboard. */
  readonly onOpen: (() => void) | undefined;
}

export function BodyRow<Row>({ row, columns, selection, actions, onOpen }: BodyRowProps<Row>) {
  const { t } = useText();
  // On a phone it heads the card.
  const titleKey = (columns.find(({ fixed }) => fixed) ?? columns[0])?.key;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: its name is a link; this is a larger target for a pointer
    <tr
      className={cx('row', selection?.selected && 'chosen', onOpen && 'opens')}
      onClick={(event) => {
        if (onOpen && isPlace(event.currentTarget, event.target)) onOpen();
      }}
    >
      {selection ? (
        <Cell part="pick">
          <div className={cx('pick')}>
            <Checkbox
              label={
                <VisuallyHidden>{t('table.selectRow', { name: selection.name })}</VisuallyHidden>
              }
              checked={selection.selected}
              onChange={(event) => selection.onToggle(event.target.checked)}
            />
          </div>
        </Cell>
      ) : null}
      {columns.map(({ key, value, render, numeric = false, unbroken = false, clip, onCard }) => {
        const content = render ? render(row) : plain(value(row));
        const isEmpty =
          content === '' || content === null || content === undefined || content === NOTHING;
        return (
          <Cell
            key={key}
            numeric={numeric}
            unbroken={unbroken}
            clip={clip}
            onCard={onCard}
            {...(clip ? { title: plain(value(row)) } : {})}
            isEmpty={isEmpty}
            part={key === titleKey ? 'title' : undefined}
          >
            {isEmpty ? <span className={cx('nothing')}>{NOTHING}</span> : content}
          </Cell>
        );
      })}
      {actions === undefined ? null : <Cell part="acts">{actions}</Cell>}
    </tr>
  );
}

/**
 * Whether a click was at nothing that does something by itself: also not in a menu or a dialog of
 * the row, whose clicks arrive here though they stand elsewhere, nor the end of selecting text.
 */
function isPlace(row: Element, target: EventTarget): boolean {
  if (!(target instanceof Element) || !row.contains(target)) return false;
  if (target.closest('a, button, input, label')) return false;
  return window.getSelection()?.isCollapsed !== false;
}

function plain(value: unknown): string {
  if (value === null || value === undefined || value === '') return NOTHING;
  return Array.isArray(value) ? value.join(', ') : String(value);
}

/** Stands where a row will be, so that the table keeps its shape while it loads. */
export function SkeletonRow({ cells }: { readonly cells: number }) {
  return (
    <tr>
      {Array.from({ length: cells }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the cells of a skeleton have no other key
        <Cell key={at}>
          <Skeleton />
        </Cell>
      ))}
    </tr>
  );
}
