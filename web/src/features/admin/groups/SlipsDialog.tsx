import { endpoints, type IssuedCodes, type UserGroup } from '@prahari/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CodesDialog } from '../../../domain/activation/CodesDialog.tsx';
import { queryKeys } from '../../../domain/query-keys.ts';
import { useApi } from '../../../shared/api/api-context.ts';
import { ErrorNotice } from '../../../shared/api/ErrorNotice.tsx';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import styles from './Groups.module.css';

const cx = classNames(styles);

interface SlipsDialogProps {
  readonly group: UserGroup;
  readonly onClose: () => void;
}

/**
 * Makes activation slips for the members of a group who have yet to activate. Codes that still work are
 * replaced only where that was asked for.
 */
export function SlipsDialog({ group: { id, name }, onClose }: SlipsDialogProps) {
  const { t } = useText();
  const api = useApi();
  const queryClient = useQueryClient();
  const [replace, setReplace] = useState(false);
  const [codes, setCodes] = useState<IssuedCodes | null>(null);
  const key = [...queryKeys.userGroups, id, 'activation'];
  const activation = useQuery({
    queryKey: key,
    queryFn: () => api.call(endpoints.groups.activation, { params: { id } }),
    // Codes are made by others too.
    staleTime: 0,
  });
  const issue = useMutation({
    mutationFn: () => api.call(endpoints.groups.issueCodes, { params: { id }, body: { replace } }),
    onSuccess: setCodes,
    onSettled: () => queryClient.invalidateQueries({ queryKey: key }),
  });
  if (codes) {
    const count = codes.shown.length + codes.sentBySms + codes.sentByEmail;
    return (
      <CodesDialog title={t('bulk.newCodesDone', { count })} codes={codes} onClose={onClose} />
    );
  }
  const { members = 0, waiting = 0, withValidCode = 0 } = activation.data ?? {};
  const count = replace ? waiting : waiting - withValidCode;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="narrow"
      title={t('groups.slipsTitle', { name })}
      description={t('groups.slipsText')}
      closeLabel={t('common.close')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            variant={replace ? 'danger' : 'primary'}
            icon="print"
            disabled={count === 0}
            loading={issue.isPending}
            onClick={() => issue.mutate()}
          >
            {t('groups.makeSlips', { count })}
          </Button>
        </>
      }
    >
      <div className={cx('part')}>
        {issue.isError ? <ErrorNotice error={issue.error} /> : null}
        {activation.isError ? <ErrorNotice error={activation.error} /> : null}
        {activation.isPending ? <Skeleton shape="block" /> : null}
        {activation.data ? (
          <p role="status">
            {waiting === 0
              ? t('groups.allActive', { count: members })
              : t('groups.waiting', { waiting, members })}
          </p>
        ) : null}
        {withValidCode > 0 ? (
          <Checkbox
            label={t('groups.replaceCodes', { count: withValidCode })}
            hint={t('groups.replaceCodesHint')}
            checked={replace}
            onChange={({ target }) => setReplace(target.checked)}
          />
        ) : null}
      </div>
    </Dialog>
  );
}
