import type { OwnUser, UserType } from '@prahari/contract';
import { useApi } from '../shared/api/api-context.ts';
import { useText } from '../shared/i18n/use-text.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { classNames } from '../ui/class-names.ts';
import { DropdownMenu, MenuHeading, MenuItem, MenuSeparator } from '../ui/DropdownMenu.tsx';
import { notify } from '../ui/notify.ts';
import styles from './UserMenu.module.css';

const cx = classNames(styles);

const ROLE_TEXTS = {
  LEARNER: 'auth.roleLearner',
  ADMIN: 'auth.roleAdmin',
  SUPER_ADMIN: 'auth.roleSuperAdmin',
} as const satisfies Record<UserType, string>;

export interface UserMenuProps {
  readonly user: OwnUser;
  readonly tone: 'surface' | 'on-ink';
}

/** Who is signed in, and the way out. */
export function UserMenu({ user, tone }: UserMenuProps) {
  const { t } = useText();
  const api = useApi();
  return (
    <DropdownMenu
      trigger={
        <button type="button" className={cx('trigger', tone)} aria-label={t('common.account')}>
          <Avatar name={user.name} size="sm" />
          <span className={cx('name')}>{user.name}</span>
        </button>
      }
    >
      <MenuHeading>
        {t(ROLE_TEXTS[user.userType])} · {user.contactNumber}
      </MenuHeading>
      <MenuSeparator />
      <MenuItem
        icon="exit-to-app"
        onSelect={() => {
          api.signOut().catch(() => notify.warning(t('auth.logoutIssue')));
        }}
      >
        {t('auth.signOut')}
      </MenuItem>
    </DropdownMenu>
  );
}
