import { bulkLimits, endpoints, type ManagedUser } from '@prahari/contract';
import { type ReactNode, useState } from 'react';
import { useRights } from '../../../domain/users/use-rights.ts';
import { downloadFile } from '../../../shared/api/download.ts';
import { ExportControl } from '../../../shared/export/ExportControl.tsx';
import { removePaging, useListExport } from '../../../shared/export/use-list-export.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { useNavigate } from '../../../shared/routing/use-address.ts';
import { DataTable } from '../../../shared/table/DataTable.tsx';
import { createRowSource } from '../../../shared/table/row-source.ts';
import type { TableView } from '../../../shared/table/table-view.ts';
import { useViewInAddress } from '../../../shared/table/use-view-in-address.ts';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/StateMessage.tsx';
import { BulkActDialog } from './BulkActDialog.tsx';
import {
  type BulkActName,
  bulkActs,
  type ChosenUsers,
  isTooMany,
  listBulkActs,
} from './bulk-acts.ts';
import { UserMenu } from './UserMenu.tsx';
import { useUsers } from './use-users.ts';
import type { UserAct } from './user-acts.ts';
import { useUserColumns } from './user-columns.tsx';
import { buildMatchingFilters, buildUsersQuery, usersView } from './users-view.ts';

const idOf = (user: ManagedUser) => user.id;
const nameOf = (user: ManagedUser) => user.name;
const NO_USERS: readonly ManagedUser[] = [];
const NO_CHOICE: Choice = { users: new Map(), isAll: false };

/** Users chosen on this page and others, or all who match. */
interface Choice {
  readonly users: ReadonlyMap<string, ManagedUser>;
  readonly isAll: boolean;
}

export interface UsersTableProps {
  readonly onChoose: (user: ManagedUser, act: UserAct) => void;
  readonly createButton: ReactNode;
}

export function UsersTable({ onChoose, createButton }: UsersTableProps) {
  const { t } = useText();
  const { may } = useRights();
  const columns = useUserColumns();
  const navigate = useNavigate();
  const [view, setView] = useViewInAddress(usersView);
  const users = useUsers(view);
  const [choice, setChoice] = useState(NO_CHOICE);
  const [asked, setAsked] = useState<{ act: BulkActName; chosen: ChosenUsers } | null>(null);
  const items = users.data?.items ?? NO_USERS;
  const total = users.data?.total ?? 0;
  const all = useListExport('users', total, (api, { format, watch }) =>
    downloadFile(
      api,
      endpoints.users.exportAll,
      { query: { ...removePaging(buildUsersQuery(view)), format } },
      watch,
    ),
  );
  const picked = [...choice.users.values()];
  const chosen: ChosenUsers = choice.isAll
    ? { kind: 'matching', filters: buildMatchingFilters(view), total }
    : { kind: 'some', users: picked };
  const mayChoose = may('users.export') || may('users.write') || may('users.delete');

  function pick(ids: ReadonlySet<string>) {
    const known = new Map([...choice.users, ...items.map((user) => [user.id, user] as const)]);
    const kept = [...ids].flatMap((id) => {
      const user = known.get(id);
      return user ? [[id, user] as const] : [];
    });
    setChoice({ users: new Map(kept), isAll: false });
  }

  return (
    <>
      <DataTable
        name="users"
        caption={t('users.title')}
        columns={columns}
        rowId={idOf}
        rowName={nameOf}
        {...createRowSource(users)}
        view={view}
        onViewChange={(next) => {
          // What was chosen stays while pages are turned; other filters mean other users.
          if (choice.isAll || isOtherList(view, next)) setChoice(NO_CHOICE);
          setView(next);
        }}
        search={{ label: t('users.searchLabel'), placeholder: t('users.searchPlaceholder') }}
        {...(mayChoose
          ? {
              selection: {
                selected: new Set(choice.users.keys()),
                onChange: pick,
                matching: {
                  chosen: choice.isAll,
                  most: bulkLimits.users,
                  onChoose: () => setChoice({ users: new Map(), isAll: true }),
                },
                acts: listBulkActs(chosen, may).map((act) => (
                  <Button
                    key={act}
                    size="compact"
                    icon={bulkActs[act].icon}
                    disabled={isTooMany(chosen)}
                    onClick={() => setAsked({ act, chosen })}
                  >
                    {t(`bulk.${act}`)}
                  </Button>
                )),
              },
            }
          : {})}
        onOpen={(user) => navigate(`/admin/users/${user.id}`)}
        actions={(user) => <UserMenu user={user} onChoose={(act) => onChoose(user, act)} />}
        tools={
          may('users.export') ? (
            <ExportControl
              name="users"
              columns={columns}
              records={picked.length > 0 ? picked : items}
              remote={picked.length === 0 ? all : undefined}
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
      {asked ? (
        <BulkActDialog
          {...asked}
          onClose={() => setAsked(null)}
          onDone={() => setChoice(NO_CHOICE)}
        />
      ) : null}
    </>
  );
}

/** Whether a view lists other users, not the same on another page or in another order. */
function isOtherList(before: TableView, after: TableView): boolean {
  const asked = ({ search, filters }: TableView) => JSON.stringify({ search, filters });
  return asked(before) !== asked(after);
}
