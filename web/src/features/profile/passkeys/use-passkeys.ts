import { endpoints, type Passkey } from '@prahari/contract';
import { useMutation } from '@tanstack/react-query';
import { makePasskey } from '../../../domain/passkeys/ceremony.ts';
import { useApi } from '../../../shared/api/api-context.ts';
import { useClaimRights, useRefreshAccount } from '../use-account.ts';

const { account } = endpoints;

/** Password, then the browser's own dialog, then the server. Each try makes a new challenge. */
export function useAddPasskey(onDone: (recoveryCodes: readonly string[]) => void) {
  const api = useApi();
  const refresh = useRefreshAccount();
  const claimRights = useClaimRights();
  return useMutation({
    mutationFn: async ({ name, password }: { name: string; password: string }) => {
      const asked = await api.call(account.startPasskey, { body: { password } });
      const credential = await makePasskey(asked);
      return api.call(account.addPasskey, { body: { name, credential } });
    },
    onSuccess: async ({ recoveryCodes }) => {
      onDone(recoveryCodes);
      await refresh();
      await claimRights();
    },
  });
}

export function useRenamePasskey({ id }: Passkey, onDone: () => void) {
  const api = useApi();
  const refresh = useRefreshAccount();
  return useMutation({
    mutationFn: (name: string) =>
      api.call(account.renamePasskey, { params: { id }, body: { name } }),
    onSuccess: async () => {
      onDone();
      await refresh();
    },
  });
}

export function useRemovePasskey({ id }: Passkey, onDone: () => void) {
  const api = useApi();
  const refresh = useRefreshAccount();
  return useMutation({
    mutationFn: (password: string) =>
      api.call(account.removePasskey, { params: { id }, body: { password } }),
    onSuccess: async () => {
      onDone();
      await refresh();
    },
  });
}
