import type { ManagedUser } from '@prahari/contract';
import { useMemo } from 'react';
import { type PlaceOptions, usePlaces } from '../../../domain/places/use-places.ts';
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

/** Where the places of a column are offered. */
const PLACES = {
  kendraType: 'kendraTypes',
  country: 'countries',
  district: 'districts',
} as const satisfies Record<string, keyof PlaceOptions>;

/** The columns of the users' table; the first six that sort are those of quick sort. */
export function useUserColumns(): readonly TableColumn<ManagedUser>[] {
  const { t } = useText();
  const format = useFormat();
  const places = usePlaces();
  return useMemo(() => {
    const choice = (texts: typeof ROLES | typeof STATUSES) =>
      Object.entries(texts).map(([value, { text }]) => ({ value, label: t(text) }));
    const place = (key: 'kendraType' | 'country' | 'district'): TableColumn<ManagedUser> => ({
      key,
      title: t(`users.${key}`),
      value: (user) => user[key],
      sortable: true,
      clip: 'short',
      onCard: 'beside',
      filter: { kind: 'text', known: places[PLACES[key]], onDemand: key === 'country' },
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
            <span className={cx('personName')}>{user.name}</span>
          </Link>
        ),
        clip: 'long',
        sortable: true,
        fixed: true,
      },
      {
        key: 'contactNumber',
        title: t('users.phone'),
        value: (user) => user.contactNumber,
        render: (user) => <Phone value={user.contactNumber} />,
        unbroken: true,
        onCard: 'beside',
        sortable: true,
      },
      {
        key: 'email',
        title: t('users.email'),
        value: (user) => user.email,
        clip: 'long',
        onCard: 'beside',
        hiddenAtFirst: true,
      },
      {
        key: 'userType',
        title: t('users.role'),
        value: (user) => t(ROLES[user.userType].text),
        // Most are learners: only who is more than that stands out.
        render: (user) =>
          user.userType === 'LEARNER' ? t(ROLES.LEARNER.text) : <RoleBadge user={user} />,
        onCard: 'beside',
        sortable: true,
        filter: { kind: 'multiselect', options: choice(ROLES) },
      },
      {
        key: 'status',
        title: t('users.status'),
        value: (user) => t(STATUSES[user.status].text),
        render: (user) => <UserStatusBadge user={user} />,
        onCard: 'beside',
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
        onCard: 'labelled',
        sortable: true,
        filter: { kind: 'daterange', onDemand: true },
      },
      {
        key: 'createdAt',
        title: t('users.created'),
        value: (user) => user.createdAt,
        render: (user) => <Time value={user.createdAt} show="date" />,
        sortable: true,
        onCard: 'labelled',
        filter: { kind: 'date', title: t('users.createdOn'), onDemand: true },
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
        onCard: 'nowhere',
        hiddenAtFirst: true,
        filter: { kind: 'number', title: t('users.loginsExactly'), onDemand: true },
      },
    ];
  }, [t, format, places]);
}
