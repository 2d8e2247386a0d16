import type { ManagedUser } from '@prahari/contract';
import { useState } from 'react';
import { useRights } from '../../../domain/users/use-rights.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { PageTitle } from '../../../shared/page-title/PageTitle.tsx';
import { Link } from '../../../shared/routing/Link.tsx';
import { isNarrowed } from '../../../shared/table/table-view.ts';
import { useViewInAddress } from '../../../shared/table/use-view-in-address.ts';
import { Button, getButtonClass } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { DropdownMenu, MenuItem } from '../../../ui/DropdownMenu.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { ActivationCodeDialog, type IssuedCode } from './ActivationCodeDialog.tsx';
import { CreateUserDialog } from './CreateUserDialog.tsx';
import { DeletedUsersDialog } from './DeletedUsersDialog.tsx';
import { UserActDialog } from './UserActDialog.tsx';
import { UsersTable } from './UsersTable.tsx';
import { useUsers } from './use-users.ts';
import type { UserAct } from './user-acts.ts';
import { usersView } from './users-view.ts';

/** `/admin/users`: the list of users. */
export function UsersPage() {
  const { t } = useText();
  const { may } = useRights();
  const [view] = useViewInAddress(usersView);
  const users = useUsers(view);
  const [creating, setCreating] = useState(false);
  const [deleted, setDeleted] = useState(false);
  const [issued, setIssued] = useState<IssuedCode | null>(null);
  const [asked, setAsked] = useState<{ user: ManagedUser; act: UserAct } | null>(null);
  const createButton = may('users.write') ? (
    <Button variant="primary" icon="person-add" onClick={() => setCreating(true)}>
      {t('users.createLearner')}
    </Button>
  ) : null;

  return (
    <>
      <PageTitle text={t('users.title')} />
      <PageHeader
        title={t('users.title')}
        description={
          users.data && !isNarrowed(view)
            ? t('users.count', { count: users.data.total })
            : t('users.subtitle')
        }
        actions={
          <>
            {may('users.import') ? (
              <Link to="/admin/users/import" className={getButtonClass()}>
                {t('imports.open')}
              </Link>
            ) : null}
            {createButton}
            {may('users.delete') ? (
              <DropdownMenu trigger={<IconButton icon="more" label={t('users.moreActs')} />}>
                <MenuItem icon="delete" onSelect={() => setDeleted(true)}>
                  {t('bulk.deletedUsers')}
                </MenuItem>
              </DropdownMenu>
            ) : null}
          </>
        }
      />
      <Card flush>
        <UsersTable onChoose={(user, act) => setAsked({ user, act })} createButton={createButton} />
      </Card>
      {deleted ? <DeletedUsersDialog onClose={() => setDeleted(false)} /> : null}
      {creating ? (
        <CreateUserDialog
          onClose={() => setCreating(false)}
          onCreated={({ user, activation }) => {
            setCreating(false);
            setIssued({ user, activation });
          }}
        />
      ) : null}
      {asked ? (
        <UserActDialog {...asked} onClose={() => setAsked(null)} onIssued={setIssued} />
      ) : null}
      {issued ? <ActivationCodeDialog issued={issued} onClose={() => setIssued(null)} /> : null}
    </>
  );
}
