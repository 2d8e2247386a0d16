import { type ClientErrorGroup, endpoints } from '@prahari/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../../../domain/query-keys.ts';
import { useApi } from '../../../shared/api/api-context.ts';
import { useErrorFeedback } from '../../../shared/errors/use-error-feedback.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';

/** Marks an error and all matching ones as resolved, or as open again. */
export function ResolveButton({
  error,
}: {
  readonly error: Pick<ClientErrorGroup, 'id' | 'resolved'>;
}) {
  const { t } = useText();
  const api = useApi();
  const fail = useErrorFeedback();
  const queryClient = useQueryClient();
  const mark = useMutation({
    mutationFn: () =>
      api.call(endpoints.logs.setClientErrorResolved, {
        params: { id: error.id },
        body: { resolved: !error.resolved },
      }),
    onError: fail,
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: queryKeys.clientErrors }),
        queryClient.invalidateQueries({ queryKey: queryKeys.adminHome }),
      ]),
  });
  return (
    <Button size="compact" loading={mark.isPending} onClick={() => mark.mutate()}>
      {t(error.resolved ? 'clientErrors.reopen' : 'clientErrors.resolve')}
    </Button>
  );
}
