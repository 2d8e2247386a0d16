import type { UserType } from '@prahari/contract';
import { Suspense, useState } from 'react';
import { countReadyCopies, removeKeptCopies } from '../domain/offline/kept-here.ts';
import { useApi, useSession } from '../shared/api/api-context.ts';
import { Phone } from '../shared/format/Phone.tsx';
import { useText } from '../shared/i18n/use-text.ts';
import { useNavigate } from '../shared/routing/use-address.ts';
import type { DeferredMenuContentProps } from '../ui/DeferredMenu.tsx';
import { DropdownMenu, MenuHeading, MenuItem, MenuSeparator } from '../ui/DropdownMenu.tsx';
import { notify } from '../ui/notify.ts';
import { lazyWithTexts } from './lazy-with-texts.ts';

const ROLE_TEXTS = {
  LEARNER: 'auth.roleLearner',
  ADMIN: 'auth.roleAdmin',
  SUPER_ADMIN: 'auth.roleSuperAdmin',
} as const satisfies Record<UserType, string>;

const SignOutDialog = lazyWithTexts('offline', () =>
  import('./SignOutDialog.tsx').then((m) => m.SignOutDialog),
);

/** Names the signed-in user, and offers the way out. */
export function UserMenuPanel({ trigger, defaultOpen }: DeferredMenuContentProps) {
  const { t } = useText();
  const api = useApi();
  const navigate = useNavigate();
  const { context } = useSession();
  /** Downloads that a sign-out would remove, while that is asked. */
  const [removed, setRemoved] = useState(0);
  const [isLeaving, setLeaving] = useState(false);
  if (!context) return trigger;

  async function leave() {
    setLeaving(true);
    await removeKeptCopies(api).catch(() => notify.warning(t('auth.logoutIssue')));
    await api.signOut().catch(() => notify.warning(t('auth.logoutIssue')));
  }

  async function ask() {
    const count = await countReadyCopies(api);
    if (count === 0) return leave();
    setRemoved(count);
  }

  return (
    <>
      <DropdownMenu trigger={trigger} defaultOpen={defaultOpen}>
        <MenuHeading>
          {t(ROLE_TEXTS[context.userType])} · <Phone value={context.user.contactNumber} />
        </MenuHeading>
        <MenuSeparator />
        <MenuItem icon="user" onSelect={() => navigate('/profile')}>
          {t('common.profile')}
        </MenuItem>
        {context.userType === 'LEARNER' ? (
          <MenuItem icon="download" onSelect={() => navigate('/downloads')}>
            {t('common.downloads')}
          </MenuItem>
        ) : null}
        <MenuItem icon="monitor" onSelect={() => navigate('/doctor')}>
          {t('common.playbackCheck')}
        </MenuItem>
        <MenuItem icon="exit-to-app" onSelect={() => void ask()}>
          {t('auth.signOut')}
        </MenuItem>
      </DropdownMenu>
      {removed > 0 ? (
        <Suspense>
          <SignOutDialog
            count={removed}
            isLeaving={isLeaving}
            onStay={() => setRemoved(0)}
            onLeave={() => void leave()}
          />
        </Suspense>
      ) : null}
    </>
  );
}
