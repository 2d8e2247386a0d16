import type { UserType } from '@prahari/contract';
import { useApi, useSession } from '../shared/api/api-context.ts';
import { Phone } from '../shared/format/Phone.tsx';
import { useText } from '../shared/i18n/use-text.ts';
import { useNavigate } from '../shared/routing/use-address.ts';
import type { DeferredMenuContentProps } from '../ui/DeferredMenu.tsx';
import { DropdownMenu, MenuHeading, MenuItem, MenuSeparator } from '../ui/DropdownMenu.tsx';
import { notify } from '../ui/notify.ts';

const ROLE_TEXTS = {
  LEARNER: 'auth.roleLearner',
  ADMIN: 'auth.roleAdmin',
  SUPER_ADMIN: 'auth.roleSuperAdmin',
} as const satisfies Record<UserType, string>;

/** Names the signed-in user, and offers the way out. */
export function UserMenuPanel({ trigger, defaultOpen }: DeferredMenuContentProps) {
  const { t } = useText();
  const api = useApi();
  const navigate = useNavigate();
  const { context } = useSession();
  if (!context) return trigger;
  return (
    <DropdownMenu trigger={trigger} defaultOpen={defaultOpen}>
      <MenuHeading>
        {t(ROLE_TEXTS[context.userType])} · <Phone value={context.user.contactNumber} />
      </MenuHeading>
      <MenuSeparator />
      <MenuItem icon="user" onSelect={() => navigate('/profile')}>
        {t('common.profile')}
      </MenuItem>
      <MenuItem icon="monitor" onSelect={() => navigate('/doctor')}>
        {t('common.playbackCheck')}
      </MenuItem>
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
