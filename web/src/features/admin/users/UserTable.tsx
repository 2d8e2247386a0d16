import type { ManagedUser } from '@prahari/contract';
import { Time } from '../../../shared/format/Time.tsx';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Badge, StatusBadge } from '../../../ui/Badge.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Cell, HeaderCell, Table } from '../../../ui/Table.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import type { IssuedCode } from './ActivationCodeDialog.tsx';
import { NewCodeAction } from './NewCodeAction.tsx';
import styles from './Users.module.css';

const cx = classNames(styles);

const ROLES = {
  LEARNER: { text: 'auth.roleLearner', tone: 'neutral' },
  ADMIN: { text: 'auth.roleAdmin', tone: 'primary' },
  SUPER_ADMIN: { text: 'auth.roleSuperAdmin', tone: 'accent' },
} as const;
const STATUSES = {
  invited: { text: 'users.statusInvited', tone: 'warning' },
  active: { text: 'users.statusActive', tone: 'success' },
  blocked: { text: 'users.statusBlocked', tone: 'danger' },
} as const;

export interface UserTableProps {
  readonly users: readonly ManagedUser[];
  readonly onIssued: (issued: IssuedCode) => void;
}

export function UserTable({ users, onIssued }: UserTableProps) {
  const { t } = useText();
  return (
    <Table caption={t('users.title')}>
      <thead>
        <tr>
          <HeaderCell>{t('users.name')}</HeaderCell>
          <HeaderCell>{t('users.phone')}</HeaderCell>
          <HeaderCell>{t('users.role')}</HeaderCell>
          <HeaderCell>{t('users.status')}</HeaderCell>
          <HeaderCell>{t('users.place')}</HeaderCell>
          <HeaderCell numeric>{t('users.logins')}</HeaderCell>
          <HeaderCell>{t('users.lastLogin')}</HeaderCell>
          <HeaderCell>
            <VisuallyHidden>{t('users.actions')}</VisuallyHidden>
          </HeaderCell>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <UserRow key={user.id} user={user} onIssued={onIssued} />
        ))}
      </tbody>
    </Table>
  );
}

interface UserRowProps {
  readonly user: ManagedUser;
  readonly onIssued: (issued: IssuedCode) => void;
}

function UserRow({ user, onIssued }: UserRowProps) {
  const { t } = useText();
  const format = useFormat();
  const role = ROLES[user.userType];
  const status = STATUSES[user.status];
  const place = [user.kendraType, user.district, user.country].filter(Boolean).join(', ');
  return (
    <tr>
      <Cell>
        <span className={cx('person')}>
          <Avatar name={user.name} size="sm" />
          {user.name}
        </span>
      </Cell>
      <Cell>{user.contactNumber}</Cell>
      <Cell>
        <Badge tone={role.tone}>{t(role.text)}</Badge>
      </Cell>
      <Cell>
        <StatusBadge tone={status.tone}>{t(status.text)}</StatusBadge>
      </Cell>
      <Cell>{place || <span className={cx('muted')}>–</span>}</Cell>
      <Cell numeric>{format.number(user.loginCount)}</Cell>
      <Cell>
        {user.lastLoginAt === null ? (
          <span className={cx('muted')}>{t('users.never')}</span>
        ) : (
          <Time value={user.lastLoginAt} show="relative" />
        )}
      </Cell>
      <Cell>
        <NewCodeAction user={user} onIssued={onIssued} />
      </Cell>
    </tr>
  );
}
