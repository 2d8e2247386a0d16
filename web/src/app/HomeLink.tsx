import { isAdministrator } from '@prahari/contract';
import { useSession } from '../shared/api/api-context.ts';
import { useText } from '../shared/i18n/use-text.ts';
import { Link } from '../shared/routing/Link.tsx';
import { getButtonClass } from '../ui/Button.tsx';

/** The way out of a page that leads nowhere, called as the navigation calls it. */
export function HomeLink() {
  const { t } = useText();
  const { context } = useSession();
  const isAdmin = context !== null && isAdministrator(context.userType);
  return (
    <Link to={isAdmin ? '/admin' : '/'} className={getButtonClass('primary')}>
      {t(isAdmin ? 'trouble.goToOverview' : context ? 'trouble.goToLibrary' : 'trouble.goHome')}
    </Link>
  );
}
