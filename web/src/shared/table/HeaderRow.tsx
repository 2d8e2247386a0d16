import { Checkbox } from '../../ui/Checkbox.tsx';
import { classNames } from '../../ui/class-names.ts';
import { HeaderCell } from '../../ui/Table.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { useText } from '../i18n/use-text.ts';
import styles from './DataTable.module.css';
import type { TableColumn } from './table-column.ts';
import { chooseNextSort, type Sort } from './table-view.ts';

const cx = classNames(styles);
const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const;

export interface HeaderRowProps<Row> {
  readonly columns: readonly TableColumn<Row>[];
  readonly sort: Sort | null;
  readonly onSort: (sort: Sort | null) => void;
  /** Absent where rows can't be chosen. */
  readonly selection:
    | {
        readonly all: boolean;
        /** Some are chosen, not all. */
        readonly some: boolean;
        readonly onToggle: (all: boolean) => void;
      }
    | undefined;
  readonly hasActions: boolean;
}

export function HeaderRow<Row>({
  columns,
  sort,
  onSort,
  selection,
  hasActions,
}: HeaderRowProps<Row>) {
  const { t } = useText();
  return (
    <tr>
      {selection ? (
        <HeaderCell part="pick">
          <div className={cx('pick')}>
            <Checkbox
              label={<span className={cx('pickPage')}>{t('table.selectPage')}</span>}
              checked={selection.all}
              indeterminate={selection.some && !selection.all}
              onChange={(event) => selection.onToggle(event.target.checked)}
            />
          </div>
        </HeaderCell>
      ) : null}
      {columns.map(({ key, title, numeric = false, sortable }) => {
        const order = sort?.key === key ? sort.order : undefined;
        return (
          <HeaderCell
            key={key}
            numeric={numeric}
            {...(sortable ? { 'aria-sort': order ? ARIA_SORT[order] : 'none' } : {})}
          >
            {sortable ? (
              <button
                type="button"
                className={cx('sort', numeric && 'numeric', order)}
                onClick={() => onSort(chooseNextSort(sort, key))}
              >
                {title}
                <span className={cx('arrow')} aria-hidden="true" />
              </button>
            ) : (
              title
            )}
          </HeaderCell>
        );
      })}
      {hasActions ? (
        <HeaderCell part="acts">
          <VisuallyHidden>{t('table.actions')}</VisuallyHidden>
        </HeaderCell>
      ) : null}
    </tr>
  );
}
