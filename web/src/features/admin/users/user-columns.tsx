import type { ManagedUser } from '@prahari/contract';
import { useMemo } from 'react';
import { ROLES, STATUSES } from '../../../domain/users/user-roles.ts';
import { Phone } from '../../../shared/format/Phone.tsx';
import { Time } from '../../../shared/format/Time.tsx';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Link } from '../../../shared/routing/Link.tsx';
import type { TableColumn } from '../../../shared/table/table-column.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { RoleBadge, UserStatusBadge } from './UserBadges.tsx';
import styles from './Users.module.css';

const cx = classNames(styles);

/** The columns of the users' table; the first six that sort are those of quick sort. */
export function useUserColumns(): readonly TableColumn<ManagedUser>[] {
  const { t } = useText();
  const format = useFormat();
  return useMemo(() => {
    const choice = (texts: typeof ROLES | typeof STATUSES) =>
      Object.entries(texts).map(([value, { text }]) => ({ value, label: t(text) }));
    const place = (key: 'kendraType' | 'country' | 'district'): TableColumn<ManagedUser> => ({
      key,
      title: t(`users.${key}`),
      value: (user) => user[key],
      sortable: true,
      filter: { kind: 'text' },
      hiddenAtFirst: key === 'country',
    });
    return [
      {
        key: 'name',
        title: t('users.name'),
        value: (user) => user.name,
        render: (user) => (
          <Link to={`/admin/users/${user.id}`} className={cx('person')}>
            <Avatar name={user.name} size="sm" />
            {user.name}
          </Link>
        ),
        sortable: true,
        fixed: true,
      },
      {
        key: 'contactNumber',
        title: t('users.phone'),
        value: (user) => user.contactNumber,
        render: (user) => <Phone value={user.contactNumber} />,
        sortable: true,
      },
      {
        key: 'email',
        title: t('users.email'),
        value: (user) => user.email,
        hiddenAtFirst: true,
      },
      {
        key: 'userType',
        title: t('users.role'),
        value: (user) => t(ROLES[user.userType].text),
        render: (user) => <RoleBadge user={user} />,
        sortable: true,
        filter: { kind: 'multiselect', options: choice(ROLES) },
      },
      {
        key: 'status',
        title: t('users.status'),
        value: (user) => t(STATUSES[user.status].text),
        render: (user) => <UserStatusBadge user={user} />,
        sortable: true,
        filter: { kind: 'multiselect', options: choice(STATUSES) },
      },
      {
        key: 'lastLoginAt',
        title: t('users.lastLogin'),
        value: (user) => user.lastLoginAt,
        render: ({ lastLoginAt }) =>
          lastLoginAt === null ? (
            <span className={cx('muted')}>{t('users.never')}</span>
          ) : (
            <Time value={lastLoginAt} show="relative" />
          ),
        unbroken: true,
        sortable: true,
        filter: { kind: 'daterange' },
      },
      {
        key: 'createdAt',
        title: t('users.created'),
        value: (user) => user.createdAt,
        render: (user) => <Time value={user.createdAt} show="date" />,
        sortable: true,
        filter: { kind: 'date', title: t('users.createdOn') },
        hiddenAtFirst: true,
      },
      place('kendraType'),
      place('country'),
      place('district'),
      {
        key: 'loginCount',
        title: t('users.logins'),
        value: (user) => user.loginCount,
        render: (user) => format.number(user.loginCount),
        numeric: true,
        sortable: true,
        filter: { kind: 'number' },
      },
    ];
  }, [t, format]);
}
