import type { ManagedUser } from '@prahari/contract';
import { plainActs } from '../../../domain/users/plain-acts.ts';
import { useRights } from '../../../domain/users/use-rights.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { DropdownMenu, MenuItem } from '../../../ui/DropdownMenu.tsx';
import type { IconName } from '../../../ui/Icon.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { ACT_TEXTS } from './user-act-texts.ts';
import { listOfferedActs, type UserAct } from './user-acts.ts';

export const ACT_ICONS: Readonly<Record<UserAct, IconName>> = {
  block: plainActs.block.icon,
  unblock: plainActs.unblock.icon,
  signOut: plainActs.signOut.icon,
  resetDevice: plainActs.resetDevice.icon,
  resetLoginCount: plainActs.resetLoginCount.icon,
  edit: 'edit',
  newCode: 'lock-reset',
  delete: 'delete',
};

export interface UserMenuProps {
  readonly user: ManagedUser;
  readonly onChoose: (act: UserAct) => void;
  /** On the user's own page it is as high as the buttons beside it. */
  readonly isOnOwnPage?: boolean;
  /** The one that has a button of its own beside the menu. */
  readonly except?: UserAct | null;
}

/** The actions that the signed-in administrator may take on this user. */
export function UserMenu({ user, onChoose, isOnOwnPage = false, except = null }: UserMenuProps) {
  const { t } = useText();
  const { may, userId } = useRights();
  const acts = listOfferedActs(user, may, userId).filter((act) => act !== except);
  if (acts.length === 0) return null;
  return (
    <DropdownMenu
      trigger={
        <IconButton
          compact={!isOnOwnPage}
          icon="more"
          label={t('users.actionsFor', { name: user.name })}
        />
      }
    >
      {acts.map((act) => (
        <MenuItem
          key={act}
          icon={ACT_ICONS[act]}
          tone={act === 'delete' || act === 'block' ? 'danger' : 'neutral'}
          onSelect={() => onChoose(act)}
        >
          {t(ACT_TEXTS[act])}
        </MenuItem>
      ))}
    </DropdownMenu>
  );
}
