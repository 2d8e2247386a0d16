import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
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
  return (
    <fieldset id={id} className={cx('filters')} aria-label={t('table.filters')}>
      {columns.map(({ key, title, filter: column }) =>
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
        <Button
          variant="ghost"
          disabled={Object.keys(view.filters).length === 0 && view.search === ''}
          onClick={() => onViewChange(clearFilters(view))}
        >
          {t('table.clearAll')}
        </Button>
      </div>
    </fieldset>
  );
}
