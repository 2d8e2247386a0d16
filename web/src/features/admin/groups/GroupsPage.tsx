import { endpoints, type UserGroup } from '@prahari/contract';
import { useMemo, useState } from 'react';
import { useRights } from '../../../domain/users/use-rights.ts';
import { downloadFile } from '../../../shared/api/download.ts';
import { useErrorText } from '../../../shared/api/use-error-text.ts';
import { ExportControl } from '../../../shared/export/ExportControl.tsx';
import { removePaging, useListExport } from '../../../shared/export/use-list-export.ts';
import { Time } from '../../../shared/format/Time.tsx';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { PageTitle } from '../../../shared/page-title/PageTitle.tsx';
import { Link } from '../../../shared/routing/Link.tsx';
import { DataTable } from '../../../shared/table/DataTable.tsx';
import { createRowSource } from '../../../shared/table/row-source.ts';
import type { TableColumn } from '../../../shared/table/table-column.ts';
import { isNarrowed } from '../../../shared/table/table-view.ts';
import { useViewInAddress } from '../../../shared/table/use-view-in-address.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { DropdownMenu, MenuItem } from '../../../ui/DropdownMenu.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { notify } from '../../../ui/notify.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { EmptyState } from '../../../ui/StateMessage.tsx';
import { GroupNameDialog } from './GroupNameDialog.tsx';
import styles from './Groups.module.css';
import { buildGroupsQuery, groupsView } from './groups-view.ts';
import { MembersDialog } from './MembersDialog.tsx';
import { SlipsDialog } from './SlipsDialog.tsx';
import { useGroups, useRemoveGroup, useVideoCounts } from './use-groups.ts';

const cx = classNames(styles);
const idOf = (group: UserGroup) => group.id;
const nameOf = (group: UserGroup) => group.name;
const NO_GROUPS: readonly UserGroup[] = [];

type Asked =
  | { readonly act: 'create' }
  | { readonly act: 'rename' | 'remove' | 'members' | 'slips'; readonly group: UserGroup };

/** `/admin/groups`: named groups of users that can be the audience of videos. */
export function GroupsPage() {
  const { t } = useText();
  const { may } = useRights();
  const [view, setView] = useViewInAddress(groupsView);
  const groups = useGroups(view);
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  const mayEdit = may('users.write');
  const columns = useGroupColumns(setAsked);
  const items = groups.data?.items ?? NO_GROUPS;
  const all = useListExport('user-groups', groups.data?.total ?? 0, (api, { format, watch }) =>
    downloadFile(
      api,
      endpoints.listExports.groups,
      { query: { ...removePaging(buildGroupsQuery(view)), format } },
      watch,
    ),
  );
  const create = mayEdit ? (
    <Button variant="primary" icon="add" onClick={() => setAsked({ act: 'create' })}>
      {t('groups.create')}
    </Button>
  ) : null;
  return (
    <>
      <PageTitle text={t('groups.title')} />
      <PageHeader
        title={t('groups.title')}
        description={
          groups.data && groups.data.total > 0 && !isNarrowed(view)
            ? t('groups.count', { count: groups.data.total })
            : t('groups.subtitle')
        }
        actions={create}
      />
      <Card flush>
        <DataTable
          name="groups"
          caption={t('groups.title')}
          columns={columns}
          rowId={idOf}
          rowName={nameOf}
          {...createRowSource(groups)}
          view={view}
          onViewChange={setView}
          search={{
            label: t('groups.searchLabel'),
            placeholder: t('groups.searchPlaceholder'),
          }}
          actions={(group) => (
            <GroupMenu group={group} mayEdit={mayEdit && group.isWithinScope} onAsk={setAsked} />
          )}
          tools={
            <ExportControl name="user-groups" columns={columns} records={items} remote={all} />
          }
          empty={
            <EmptyState title={t('groups.emptyTitle')} icon="users" action={create}>
              {t('groups.emptyText')}
            </EmptyState>
          }
          errorTitle={t('groups.errorTitle')}
        />
      </Card>
      {asked?.act === 'create' ? <GroupNameDialog group={null} onClose={close} /> : null}
      {asked?.act === 'rename' ? <GroupNameDialog group={asked.group} onClose={close} /> : null}
      {asked?.act === 'remove' ? <DeleteGroupDialog group={asked.group} onClose={close} /> : null}
      {asked?.act === 'slips' ? <SlipsDialog group={asked.group} onClose={close} /> : null}
      {asked?.act === 'members' ? (
        <MembersDialog
          group={asked.group}
          mayEdit={mayEdit && asked.group.isWithinScope}
          onClose={close}
        />
      ) : null}
    </>
  );
}

function useGroupColumns(onAsk: (asked: Asked) => void): readonly TableColumn<UserGroup>[] {
  const { t } = useText();
  const format = useFormat();
  const { may } = useRights();
  const mayEditVideos = may('videos.write');
  const { data: counts } = useVideoCounts(mayEditVideos);
  return useMemo(() => {
    const videos: TableColumn<UserGroup> = {
      key: 'videoCount',
      onCard: 'labelled',
      title: t('groups.videos'),
      value: ({ id }) => (counts ? (counts.get(id) ?? 0) : null),
      render: ({ id, name }) => {
        const count = counts?.get(id) ?? 0;
        const shown = counts ? format.number(count) : null;
        if (count === 0) return shown;
        return (
          <Link
            to={`/admin/videos?f.groupId=${id}`}
            className={cx('count')}
            aria-label={t('groups.videosOf', { count, name })}
          >
            {shown}
          </Link>
        );
      },
      numeric: true,
    };
    return [
      {
        key: 'name',
        title: t('groups.name'),
        value: nameOf,
        render: (group) => (
          <button
            type="button"
            aria-haspopup="dialog"
            className={cx('name')}
            onClick={() => onAsk({ act: 'members', group })}
          >
            {group.name}
          </button>
        ),
        sortable: true,
        fixed: true,
      },
      {
        key: 'memberCount',
        onCard: 'labelled',
        title: t('groups.members'),
        value: (group) => group.memberCount,
        render: ({ memberCount }) => format.number(memberCount),
        numeric: true,
        sortable: true,
      },
      ...(mayEditVideos ? [videos] : []),
      {
        key: 'lastLoginAt',
        onCard: 'labelled',
        title: t('groups.lastSignIn'),
        value: (group) => group.lastLoginAt,
        render: ({ lastLoginAt }) =>
          lastLoginAt === null ? (
            <span className={cx('quiet')}>{t('users.never')}</span>
          ) : (
            <Time value={lastLoginAt} show="relative" />
          ),
        unbroken: true,
        sortable: true,
      },
      {
        key: 'createdAt',
        onCard: 'labelled',
        title: t('groups.created'),
        value: (group) => group.createdAt,
        render: (group) => <Time value={group.createdAt} show="date" />,
        unbroken: true,
        sortable: true,
        hiddenAtFirst: true,
      },
    ];
  }, [t, format, onAsk, counts, mayEditVideos]);
}

interface GroupMenuProps {
  readonly group: UserGroup;
  readonly mayEdit: boolean;
  readonly onAsk: (asked: Asked) => void;
}

function GroupMenu({ group, mayEdit, onAsk }: GroupMenuProps) {
  const { t } = useText();
  return (
    <DropdownMenu
      trigger={
        <IconButton compact icon="more" label={t('users.actionsFor', { name: group.name })} />
      }
    >
      <MenuItem icon="users" onSelect={() => onAsk({ act: 'members', group })}>
        {t('groups.showMembers')}
      </MenuItem>
      {mayEdit ? (
        <>
          <MenuItem
            icon="lock-reset"
            disabled={group.memberCount === 0}
            onSelect={() => onAsk({ act: 'slips', group })}
          >
            {t('groups.slips')}
          </MenuItem>
          <MenuItem icon="edit" onSelect={() => onAsk({ act: 'rename', group })}>
            {t('groups.rename')}
          </MenuItem>
          <MenuItem icon="delete" tone="danger" onSelect={() => onAsk({ act: 'remove', group })}>
            {t('groups.delete')}
          </MenuItem>
        </>
      ) : null}
    </DropdownMenu>
  );
}

interface DeleteGroupDialogProps {
  readonly group: UserGroup;
  readonly onClose: () => void;
}

/** Asks before a group is deleted: videos that were for it alone will have no audience then. */
function DeleteGroupDialog({ group, onClose }: DeleteGroupDialogProps) {
  const { t } = useText();
  const { name } = group;
  const errorText = useErrorText();
  const remove = useRemoveGroup(() => {
    notify.success(t('groups.deleted', { name }));
    onClose();
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t('groups.delete')}
      description={
        remove.isError ? errorText(remove.error).text : t('groups.deleteConfirm', { name })
      }
      confirmLabel={t('groups.delete')}
      cancelLabel={t('common.cancel')}
      tone="danger"
      loading={remove.isPending}
      onConfirm={() => remove.mutate(group.id)}
    />
  );
}
