import type { UserGroup } from '@prahari/contract';
import { type SyntheticEvent, useId, useState } from 'react';
import { ErrorNotice } from '../../../shared/api/ErrorNotice.tsx';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { notify } from '../../../ui/notify.ts';
import { TextField } from '../../../ui/TextField.tsx';
import { useSaveGroup } from './use-groups.ts';

interface GroupNameDialogProps {
  /** The one to rename; null for a new one. */
  readonly group: UserGroup | null;
  readonly onClose: () => void;
}

export function GroupNameDialog({ group, onClose }: GroupNameDialogProps) {
  const { t } = useText();
  const formId = useId();
  const [name, setName] = useState(group?.name ?? '');
  const [asked, setAsked] = useState(false);
  const save = useSaveGroup(group?.id ?? null, () => {
    notify.success(t('groups.saved', { name: name.trim() }));
    onClose();
  });
  const title = t(group ? 'groups.rename' : 'groups.create');

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    setAsked(true);
    if (name.trim() !== '') save.mutate(name.trim());
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="narrow"
      title={title}
      closeLabel={t('common.close')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" loading={save.isPending}>
            {title}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        {save.isError ? <ErrorNotice error={save.error} /> : null}
        <TextField
          label={t('groups.name')}
          required
          maxLength={100}
          value={name}
          error={asked && name.trim() === '' ? t('groups.nameRequired') : undefined}
          onChange={({ target }) => setName(target.value)}
        />
      </form>
    </Dialog>
  );
}
