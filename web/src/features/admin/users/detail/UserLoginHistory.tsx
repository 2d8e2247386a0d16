import { endpoints } from '@prahari/contract';
import { useApi } from '../../../../shared/api/api-context.ts';
import { queryKeys } from '../../../../shared/api/query-keys.ts';
import { LoginHistory } from '../../../../shared/login-history/LoginHistory.tsx';

/** What happened at the door of a user's account. */
export function UserLoginHistory({ userId: id }: { readonly userId: string }) {
  const api = useApi();
  return (
    <LoginHistory
      // Under the user, so that an act on them brings its entry.
      queryKey={[...queryKeys.users, id, 'login-history']}
      load={(query) => api.call(endpoints.account.loginHistoryOf, { params: { id }, query })}
    />
  );
}
