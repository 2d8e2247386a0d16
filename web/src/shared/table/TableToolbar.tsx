import { type ReactNode, useCallback, useId, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { DropdownMenu } from '../../ui/DropdownMenu.tsx';
import { MenuCheck } from '../../ui/MenuCheck.tsx';
import { useText } from '../i18n/use-text.ts';
import styles from './DataTable.module.css';
import { FilterPanel } from './FilterPanel.tsx';
import { QuickSort } from './QuickSort.tsx';
import { RestingTextField } from './RestingTextField.tsx';
import type { TableColumn } from './table-column.ts';
import { type TableView, withSearch, withSort } from './table-view.ts';

const cx = classNames(styles);

export interface TableToolbarProps<Row> {
  readonly columns: readonly TableColumn<Row>[];
  readonly view: TableView;
  readonly onViewChange: (view: TableView) => void;
  readonly hidden: ReadonlySet<string>;
  /** Absent where no column is shown. */
  readonly onShow: ((key: string, shown: boolean) => void) | undefined;
  readonly search: { readonly label: string; readonly placeholder?: string } | undefined;
  readonly lead: ReactNode;
  readonly children: ReactNode;
}

export function TableToolbar<Row>(props: TableToolbarProps<Row>) {
  const { columns, view, onViewChange, hidden, onShow, search, lead, children } = props;
  const { t } = useText();
  const panelId = useId();
  const count = columns.filter(({ key, filter }) => filter && view.filters[key]).length;
  const [open, setOpen] = useState(count > 0);
  const canFilter = columns.some((column) => column.filter);
  const changeSearch = useCallback(
    (text: string) => onViewChange(withSearch(view, text)),
    [view, onViewChange],
  );
  return (
    <div className={cx('toolbar')}>
      <div className={cx('tools')}>
        {lead}
        {search ? (
          <div className={cx('search')}>
            <RestingTextField
              {...search}
              type="search"
              labelHidden
              maxLength={200}
              value={view.search}
              onRest={changeSearch}
            />
          </div>
        ) : null}
        <div className={cx('buttons')}>
          {canFilter ? (
            <Button
              size="compact"
              aria-expanded={open}
              aria-controls={open ? panelId : undefined}
              icon="filter"
              onClick={() => setOpen(!open)}
            >
              {count > 0 ? t('table.filtersActive', { number: count }) : t('table.filters')}
            </Button>
          ) : null}
          <QuickSort
            columns={columns}
            sort={view.sort}
            onChange={(sort) => onViewChange(withSort(view, sort))}
          />
          {onShow ? <ColumnChoice columns={columns} hidden={hidden} onShow={onShow} /> : null}
          {children}
        </div>
      </div>
      {open && canFilter ? (
        <FilterPanel id={panelId} columns={columns} view={view} onViewChange={onViewChange} />
      ) : null}
    </div>
  );
}

interface ColumnChoiceProps<Row> {
  readonly columns: readonly TableColumn<Row>[];
  readonly hidden: ReadonlySet<string>;
  readonly onShow: (key: string, shown: boolean) => void;
}

function ColumnChoice<Row>({ columns, hidden, onShow }: ColumnChoiceProps<Row>) {
  const { t } = useText();

  return (
    <DropdownMenu
      trigger={
        <Button size="compact" icon="columns">
          {t('table.columns')}
        </Button>
      }
    >
      {columns
        .filter(({ filterOnly }) => filterOnly !== true)
        .map(({ key, title, fixed }) => (
          <MenuCheck
            key={key}
            checked={!hidden.has(key)}
            disabled={fixed ?? false}
            onChange={(shown) => onShow(key, shown)}
          >
            {title}
          </MenuCheck>
        ))}
    </DropdownMenu>
  );
}
