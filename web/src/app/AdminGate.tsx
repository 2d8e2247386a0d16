import {
  isAdministrator,
  listRolePermissions,
  type Permission,
  type UserType,
} from '@prahari/contract';
import { PERMISSION_TEXTS } from '../domain/users/permission-texts.ts';
import { useRights } from '../domain/users/use-rights.ts';
import { useSession } from '../shared/api/api-context.ts';
import { useText } from '../shared/i18n/use-text.ts';
import { PageTitle } from '../shared/page-title/PageTitle.tsx';
import { Link } from '../shared/routing/Link.tsx';
import { Outlet } from '../shared/routing/Routes.tsx';
import { getButtonClass } from '../ui/Button.tsx';
import { EmptyState } from '../ui/StateMessage.tsx';

/** Lets administrators pass, whatever they may do. Comfort only: the server judges each call. */
export function RequireAdministrator() {
  const { context } = useSession();
  return context && isAdministrator(context.userType) ? <Outlet /> : <NoAccessPage />;
}

/** Lets administrators with one right pass; the others read which one the page needs. */
export function RequirePermission({ name }: { readonly name: Permission }) {
  return useRights().may(name) ? <Outlet /> : <NoAccessPage needs={name} />;
}

/** In place of a page that its visitor may not open: why not, who can change that, and the way back. */
function NoAccessPage({ needs }: { readonly needs?: Permission }) {
  const { t } = useText();
  const { context } = useSession();
  if (!context) return null;
  const isAdmin = isAdministrator(context.userType);
  return (
    <>
      <PageTitle text={t('trouble.noAccessTitle')} />
      <EmptyState
        wholePage
        icon="shield"
        title={t('trouble.noAccessTitle')}
        action={
          <Link to={isAdmin ? '/admin' : '/'} className={getButtonClass('primary')}>
            {t('trouble.goHome')}
          </Link>
        }
      >
        {needs && canHave(needs, context.userType)
          ? t('trouble.noAccessRight', { permission: t(PERMISSION_TEXTS[needs]) })
          : t(isAdmin ? 'trouble.noAccessSuper' : 'trouble.noAccessAdmin')}
      </EmptyState>
    </>
  );
}

const canHave = (permission: Permission, userType: UserType) =>
  listRolePermissions(userType).includes(permission);
