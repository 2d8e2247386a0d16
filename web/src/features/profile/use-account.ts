import { type CallInput, type DataOf, endpoints } from '@prahari/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../../domain/query-keys.ts';
import { useApi, useSession } from '../../shared/api/api-context.ts';

const { account, auth } = endpoints;
type PasswordChange = CallInput<typeof account.changePassword>['body'];
type PasswordAndCode = CallInput<typeof account.disableSecondFactor>['body'];
export type Enrolment = DataOf<typeof account.startSecondFactor>;

export function useCredentials() {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.credentials,
    queryFn: () => api.call(account.credentials, {}),
  });
}

/**
 * Tells whether the institution requires a second factor that this user lacks, also if that is
 * recent.
 */
export function useOwesSecondFactor(): boolean {
  const { context } = useSession();
  const credentials = useCredentials().data;
  const factor = credentials?.secondFactor;
  if (!factor) return context?.mustEnrolSecondFactor ?? false;
  return factor.isRequired && factor.enrolledAt === null && credentials.passkeys.length === 0;
}

/** Refreshes what is shown about sign-ins of the account, which is stale after each change. */
export function useRefreshAccount() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all(
      [queryKeys.credentials, queryKeys.sessions, queryKeys.loginHistory].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    );
}

/** Rights that waited for the second factor come with a new token. */
export function useClaimRights() {
  const api = useApi();
  return async () => {
    if (!api.session.state().context?.mustEnrolSecondFactor) return;
    api.session.adopt(await api.call(auth.refresh, { body: {} }));
  };
}

export function useChangePassword(onDone: () => void) {
  const api = useApi();
  const refresh = useRefreshAccount();
  return useMutation({
    mutationFn: (body: PasswordChange) => api.call(account.changePassword, { body }),
    onSuccess: async () => {
      onDone();
      await refresh();
    },
  });
}

export function useStartSecondFactor(onDone: (enrolment: Enrolment) => void) {
  const api = useApi();
  return useMutation({
    mutationFn: (password: string) => api.call(account.startSecondFactor, { body: { password } }),
    onSuccess: onDone,
  });
}

export function useConfirmSecondFactor(onDone: (recoveryCodes: readonly string[]) => void) {
  const api = useApi();
  const refresh = useRefreshAccount();
  const claimRights = useClaimRights();
  return useMutation({
    mutationFn: (code: string) => api.call(account.confirmSecondFactor, { body: { code } }),
    onSuccess: async ({ recoveryCodes }) => {
      onDone(recoveryCodes);
      await refresh();
      await claimRights();
    },
  });
}

export function useDisableSecondFactor(onDone: () => void) {
  const api = useApi();
  const refresh = useRefreshAccount();
  return useMutation({
    mutationFn: (body: PasswordAndCode) => api.call(account.disableSecondFactor, { body }),
    onSuccess: async () => {
      onDone();
      await refresh();
    },
  });
}

export function useRenewRecoveryCodes(onDone: (recoveryCodes: readonly string[]) => void) {
  const api = useApi();
  const refresh = useRefreshAccount();
  return useMutation({
    mutationFn: (body: PasswordAndCode) => api.call(account.renewRecoveryCodes, { body }),
    onSuccess: async ({ recoveryCodes }) => {
      onDone(recoveryCodes);
      await refresh();
    },
  });
}
