import { Button } from '../../ui/Button.tsx';
import { DropdownMenu } from '../../ui/DropdownMenu.tsx';
import { MenuCheck } from '../../ui/MenuCheck.tsx';
import { useText } from '../i18n/use-text.ts';
import type { TableColumn } from './table-column.ts';
import { chooseNextSort, QUICK_SORT_COLUMNS, type Sort } from './table-view.ts';

export interface QuickSortProps<Row> {
  readonly columns: readonly TableColumn<Row>[];
  readonly sort: Sort | null;
  readonly onChange: (sort: Sort | null) => void;
}

/** Sorting without looking for the column: each choice switches to the next direction. */
export function QuickSort<Row>({ columns, sort, onChange }: QuickSortProps<Row>) {
  const { t } = useText();
  const offered = columns.filter((column) => column.sortable).slice(0, QUICK_SORT_COLUMNS);
  if (offered.length === 0) return null;
  const direction = sort?.order === 'desc' ? t('table.descending') : t('table.ascending');
  const present = columns.find((column) => column.key === sort?.key);
  return (
    <DropdownMenu
      trigger={
        <Button size="compact" icon="chevron-down">
          {present ? t('table.sortedBy', { title: present.title, direction }) : t('table.sort')}
        </Button>
      }
    >
      {offered.map(({ key, title }) => (
        <MenuCheck
          key={key}
          checked={sort?.key === key}
          onChange={() => onChange(chooseNextSort(sort, key))}
        >
          {sort?.key === key ? `${title}, ${direction}` : title}
        </MenuCheck>
      ))}
    </DropdownMenu>
  );
}
