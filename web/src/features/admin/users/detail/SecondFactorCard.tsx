import { endpoints, type UserDetail } from '@prahari/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { queryKeys } from '../../../../domain/query-keys.ts';
import { useApi, useSession } from '../../../../shared/api/api-context.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { StatusBadge } from '../../../../ui/Badge.tsx';
import { Button } from '../../../../ui/Button.tsx';
import { Card } from '../../../../ui/Card.tsx';
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { notify } from '../../../../ui/notify.ts';
import { useFailedAct } from '../use-failed-act.ts';
import styles from './Detail.module.css';

const cx = classNames(styles);

/**
 * Shows whether a user has a second factor; a super administrator removes a lost one, passkeys too.
 */
export function SecondFactorCard({ user }: { readonly user: UserDetail }) {
  const { t } = useText();
  const api = useApi();
  const { context } = useSession();
  const queryClient = useQueryClient();
  const fail = useFailedAct();
  const [asking, setAsking] = useState(false);
  const clear = useMutation({
    mutationFn: () => api.call(endpoints.account.clearSecondFactor, { params: { id: user.id } }),
    onSuccess: async () => {
      notify.success(t('secondFactor.cleared'));
      await queryClient.invalidateQueries({ queryKey: queryKeys.users });
    },
    onError: fail,
    onSettled: () => setAsking(false),
  });
  return (
    <Card title={t('secondFactor.title')}>
      <div className={cx('line')}>
        <StatusBadge tone={user.hasSecondFactor ? 'success' : 'neutral'}>
          {t(user.hasSecondFactor ? 'secondFactor.on' : 'secondFactor.off')}
        </StatusBadge>
        {user.hasSecondFactor && user.id !== context?.user.id ? (
          <Button size="compact" icon="block" onClick={() => setAsking(true)}>
            {t('secondFactor.clear')}
          </Button>
        ) : null}
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('secondFactor.clear')}
        description={t('secondFactor.clearText')}
        confirmLabel={t('secondFactor.clear')}
        cancelLabel={t('common.cancel')}
        tone="danger"
        loading={clear.isPending}
        onConfirm={() => clear.mutate()}
      />
    </Card>
  );
}
