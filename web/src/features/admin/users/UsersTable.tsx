import { endpoints, type ManagedUser } from '@prahari/contract';
import { type ReactNode, useState } from 'react';
import { useRights } from '../../../domain/users/use-rights.ts';
import { downloadFile } from '../../../shared/api/download.ts';
import { ExportControl } from '../../../shared/export/ExportControl.tsx';
import { removePaging, useListExport } from '../../../shared/export/use-list-export.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { DataTable } from '../../../shared/table/DataTable.tsx';
import { createRowSource } from '../../../shared/table/row-source.ts';
import { useViewInAddress } from '../../../shared/table/use-view-in-address.ts';
import { EmptyState } from '../../../ui/StateMessage.tsx';
import { UserMenu } from './UserMenu.tsx';
import { useUsers } from './use-users.ts';
import type { UserAct } from './user-acts.ts';
import { useUserColumns } from './user-columns.tsx';
import { buildUsersQuery, usersView } from './users-view.ts';

const idOf = (user: ManagedUser) => user.id;
const nameOf = (user: ManagedUser) => user.name;
const NO_USERS: readonly ManagedUser[] = [];

export interface UsersTableProps {
  readonly onChoose: (user: ManagedUser, act: UserAct) => void;
  readonly createButton: ReactNode;
}

export function UsersTable({ onChoose, createButton }: UsersTableProps) {
  const { t } = useText();
  const { may } = useRights();
  const columns = useUserColumns();
  const [view, setView] = useViewInAddress(usersView);
  const users = useUsers(view);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const items = users.data?.items ?? NO_USERS;
  // Of this page: a selection on another page is no longer available.
  const chosen = items.filter((user) => selected.has(user.id));
  const total = users.data?.total ?? 0;
  const all = useListExport('users', total, (api, { format, watch }) =>
    downloadFile(
      api,
      endpoints.users.exportAll,
      { query: { ...removePaging(buildUsersQuery(view)), format } },
      watch,
    ),
  );

  return (
    <DataTable
      name="users"
      caption={t('users.title')}
      columns={columns}
      rowId={idOf}
      rowName={nameOf}
      {...createRowSource(users)}
      view={view}
      onViewChange={(next) => {
        setSelected(new Set());
        setView(next);
      }}
      search={{ label: t('users.searchLabel'), placeholder: t('users.searchPlaceholder') }}
      {...(may('users.export') ? { selection: { selected, onChange: setSelected } } : {})}
      actions={(user) => <UserMenu user={user} onChoose={(act) => onChoose(user, act)} />}
      tools={
        may('users.export') ? (
          <ExportControl
            name="users"
            columns={columns}
            records={chosen.length > 0 ? chosen : items}
            remote={chosen.length === 0 ? all : undefined}
          />
        ) : null
      }
      empty={
        <EmptyState title={t('users.emptyTitle')} icon="users" action={createButton}>
          {t('users.emptyText')}
        </EmptyState>
      }
      errorTitle={t('users.errorTitle')}
    />
  );
}
