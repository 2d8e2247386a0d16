import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { DropdownMenu, MenuItem } from '../../ui/DropdownMenu.tsx';
import { useText } from '../i18n/use-text.ts';
import styles from './DataTable.module.css';
import { FilterInput } from './FilterInput.tsx';
import type { TableColumn } from './table-column.ts';
import { clearFilters, type TableView, withFilter } from './table-view.ts';

const cx = classNames(styles);

export interface FilterPanelProps<Row> {
  readonly id: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly view: TableView;
  readonly onViewChange: (view: TableView) => void;
}

export function FilterPanel<Row>({ id, columns, view, onViewChange }: FilterPanelProps<Row>) {
  const { t } = useText();
  const [added, setAdded] = useState<readonly string[]>([]);
  const isShown = ({ key, filter }: TableColumn<Row>) =>
    filter?.onDemand !== true || key in view.filters || added.includes(key);
  const more = columns.filter((column) => column.filter && !isShown(column));
  return (
    <fieldset id={id} className={cx('filters')} aria-label={t('table.filters')}>
      {columns
        .filter(isShown)
        .map(({ key, title, filter: column }) =>
          column ? (
            <FilterInput
              key={key}
              title={column.title ?? title}
              column={column}
              filter={view.filters[key]}
              onChange={(filter) => onViewChange(withFilter(view, key, filter))}
            />
          ) : null,
        )}
      <div className={cx('filtersEnd')}>
        {more.length > 0 ? (
          <DropdownMenu
            align="start"
            trigger={
              <Button size="compact" icon="add">
                {t('table.addFilter')}
              </Button>
            }
          >
            {more.map(({ key, title, filter }) => (
              <MenuItem key={key} onSelect={() => setAdded([...added, key])}>
                {filter?.title ?? title}
              </MenuItem>
            ))}
          </DropdownMenu>
        ) : null}
        <Button
          variant="ghost"
          size="compact"
          disabled={Object.keys(view.filters).length + added.length === 0 && view.search === ''}
          onClick={() => {
            setAdded([]);
            onViewChange(clearFilters(view));
          }}
        >
          {t('table.clearAll')}
        </Button>
      </div>
    </fieldset>
  );
}
