import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatActivityPath } from '../../../domain/activity/activity-view.ts';
import { useRights } from '../../../domain/users/use-rights.ts';
import { ExportControl, type RemoteExport } from '../../../shared/export/ExportControl.tsx';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Link } from '../../../shared/routing/Link.tsx';
import { useLocation } from '../../../shared/routing/use-address.ts';
import { DataTable } from '../../../shared/table/DataTable.tsx';
import { createRowSource } from '../../../shared/table/row-source.ts';
import type { TableColumn } from '../../../shared/table/table-column.ts';
import type { TableView } from '../../../shared/table/table-view.ts';
import { getButtonClass } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { EmptyState } from '../../../ui/StateMessage.tsx';
import { readUser } from './security-view.ts';

interface Row {
  readonly id: string;
  readonly user: { readonly name: string };
}

export interface SecurityTableProps<R extends Row> {
  readonly name: 'incidents' | 'terminations' | 'playbacks';
  readonly columns: readonly TableColumn<R>[];
  readonly list: UseQueryResult<{ readonly items: readonly R[]; readonly total: number }>;
  readonly view: TableView;
  readonly onViewChange: (view: TableView) => void;
  readonly all: RemoteExport;
  readonly search?: { readonly label: string; readonly placeholder: string };
  readonly actions?: (row: R) => ReactNode;
  /** What a click on a row does. */
  readonly onOpen?: (row: R) => void;
  /** In place of a table. */
  readonly body?: (rows: readonly R[]) => ReactNode;
  /** Above the list. */
  readonly head?: ReactNode;
}

const idOf = (row: Row) => row.id;
const nameOf = (row: Row) => row.user.name;

/** A list of this page, with its way back from one user to all. */
export function SecurityTable<R extends Row>(props: SecurityTableProps<R>) {
  const {
    name,
    columns,
    list,
    view,
    onViewChange,
    all,
    search: sought,
    actions,
    onOpen,
    body,
    head,
  } = props;
  const { t } = useText();
  const { search } = useLocation();
  const { may } = useRights();
  const user = readUser(search);
  const items = list.data?.items ?? [];
  return (
    <Card flush>
      {head}
      <DataTable
        name={`security-${name}`}
        caption={t(`security.${name}`)}
        columns={columns}
        rowId={idOf}
        rowName={nameOf}
        {...createRowSource(list)}
        view={view}
        onViewChange={onViewChange}
        {...(sought ? { search: sought } : {})}
        {...(actions ? { actions } : {})}
        {...(onOpen ? { onOpen } : {})}
        {...(body ? { body } : {})}
        tools={
          <>
            {user && may('alerts.read') ? (
              <Link
                to={formatActivityPath({ user })}
                className={getButtonClass('secondary', 'compact')}
              >
                {t('activity.ofLearner')}
              </Link>
            ) : null}
            {user ? (
              <Link to={`?tab=${name}`} className={getButtonClass('secondary', 'compact')}>
                {t('security.showAll')}
              </Link>
            ) : null}
            <ExportControl
              name={`security-${name}`}
              columns={columns}
              records={items}
              remote={all}
            />
          </>
        }
        empty={
          <EmptyState title={t(`security.${name}EmptyTitle`)} icon="check">
            {t(`security.${name}EmptyText`)}
          </EmptyState>
        }
        errorTitle={t('security.errorTitle')}
      />
    </Card>
  );
}
