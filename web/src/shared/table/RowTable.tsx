import { Fragment, type ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { Table } from '../../ui/Table.tsx';
import { BodyRow, SkeletonRow } from './BodyRow.tsx';
import styles from './DataTable.module.css';
import { HeaderRow, type HeaderRowProps } from './HeaderRow.tsx';

const cx = classNames(styles);
const SKELETON_ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

export interface RowTableProps<Row>
  extends Pick<HeaderRowProps<Row>, 'columns' | 'sort' | 'onSort'> {
  readonly caption: string;
  /** Null while they are on their way. */
  readonly rows:
    | readonly { readonly id: string; readonly row: Row; readonly selected: boolean }[]
    | null;
  readonly rowName: (row: Row) => string;
  /** Absent where rows can't be chosen. */
  readonly onChoose: ((ids: readonly string[], wanted: boolean) => void) | undefined;
  readonly actions: ((row: Row) => ReactNode) | undefined;
  readonly onOpen: ((row: Row) => void) | undefined;
  /** Under what a row stands, as its day; rows in a line with the same have one heading. */
  readonly headingOf: ((row: Row) => string) | undefined;
}

/** The rows of a page under their header, or skeletons in their place. */
export function RowTable<Row>(props: RowTableProps<Row>) {
  const { caption, columns, rows, rowName, sort, onSort, onChoose, actions, onOpen } = props;
  const { headingOf } = props;
  const ids = rows?.map(({ id }) => id) ?? [];
  const all = ids.length > 0 && rows?.every(({ selected }) => selected) === true;
  const some = rows?.some(({ selected }) => selected) === true;
  const cells = columns.length + (onChoose ? 1 : 0) + (actions ? 1 : 0);
  return (
    <Table caption={caption}>
      <thead>
        <HeaderRow
          columns={columns}
          sort={sort}
          onSort={onSort}
          selection={onChoose && { all, some, onToggle: (wanted) => onChoose(ids, wanted) }}
          hasActions={actions !== undefined}
        />
      </thead>
      <tbody>
        {rows === null
          ? SKELETON_ROWS.map((key) => <SkeletonRow key={key} cells={cells} />)
          : rows.map(({ id, row, selected }, at) => {
              const heading = headingOf?.(row);
              const before = rows[at - 1];
              const isFirst = before === undefined || headingOf?.(before.row) !== heading;
              return (
                <Fragment key={id}>
                  {heading !== undefined && isFirst ? (
                    <tr className={cx('group')}>
                      <th scope="colgroup" colSpan={cells}>
                        {heading}
                      </th>
                    </tr>
                  ) : null}
                  <BodyRow
                    row={row}
                    columns={columns}
                    selection={
                      onChoose && {
                        name: rowName(row),
                        selected,
                        onToggle: (wanted) => onChoose([id], wanted),
                      }
                    }
                    actions={actions?.(row)}
                    onOpen={onOpen && (() => onOpen(row))}
                  />
                </Fragment>
              );
            })}
      </tbody>
    </Table>
  );
}
