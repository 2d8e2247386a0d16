import type { UserGroup } from '@prahari/contract';
import { useErrorText } from '../../../shared/api/use-error-text.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { notify } from '../../../ui/notify.ts';
import { useRemoveGroup } from './use-groups.ts';

interface DeleteGroupDialogProps {
  readonly group: UserGroup;
  readonly onClose: () => void;
}

/** Asks before a group is deleted: videos that were for it alone will have no audience then. */
export function DeleteGroupDialog({ group, onClose }: DeleteGroupDialogProps) {
  const { t } = useText();
  const { name } = group;
  const errorText = useErrorText();
  const remove = useRemoveGroup(() => {
    notify.success(t('groups.deleted', { name }));
    onClose();
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t('groups.delete')}
      description={
        remove.isError ? errorText(remove.error).text : t('groups.deleteConfirm', { name })
      }
      confirmLabel={t('groups.delete')}
      cancelLabel={t('common.cancel')}
      tone="danger"
      loading={remove.isPending}
      onConfirm={() => remove.mutate(group.id)}
    />
  );
}
