import {
  isAdministrator,
  listRolePermissions,
  type Permission,
  type UserType,
} from '@prahari/contract';
import { PERMISSION_TEXTS } from '../domain/users/permission-texts.ts';
import { useSession } from '../shared/api/api-context.ts';
import { useText } from '../shared/i18n/use-text.ts';
import { PageTitle } from '../shared/page-title/PageTitle.tsx';
import { EmptyState } from '../ui/StateMessage.tsx';
import { HomeLink } from './HomeLink.tsx';

/** In place of a page that its visitor may not open: why not, who can change that, and the way back. */
export function NoAccessPage({ needs }: { readonly needs?: Permission }) {
  const { t } = useText();
  const { context } = useSession();
  if (!context) return null;
  const isAdmin = isAdministrator(context.userType);
  return (
    <>
      <PageTitle text={t('trouble.noAccessTitle')} />
      <EmptyState wholePage icon="shield" title={t('trouble.noAccessTitle')} action={<HomeLink />}>
        {needs && canHave(needs, context.userType)
          ? t('trouble.noAccessRight', { permission: t(PERMISSION_TEXTS[needs]) })
          : t(isAdmin ? 'trouble.noAccessSuper' : 'trouble.noAccessAdmin')}
      </EmptyState>
    </>
  );
}

const canHave = (permission: Permission, userType: UserType) =>
  listRolePermissions(userType).includes(permission);
