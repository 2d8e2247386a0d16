import type { DrmProvider } from '@prahari/contract';
import { type SyntheticEvent, useId, useState } from 'react';
import { ErrorNotice } from '../../../shared/api/ErrorNotice.tsx';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { notify } from '../../../ui/notify.ts';
import styles from './KeySystems.module.css';
import { ProviderFields } from './ProviderFields.tsx';
import { buildEdit, createDraft } from './provider-draft.ts';
import { findProblem } from './service-words.ts';
import { useProviderActions } from './use-key-systems.ts';

const cx = classNames(styles);

export interface ProviderDialogProps {
  readonly provider: DrmProvider;
  readonly onClose: () => void;
}

/** Edits the licence service of one key system. */
export function ProviderDialog({ provider, onClose }: ProviderDialogProps) {
  const { t } = useText();
  const formId = useId();
  const [draft, setDraft] = useState(() => createDraft(provider));
  const { save } = useProviderActions(provider.system);
  const problem = findProblem(save.error);

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    save.mutate(buildEdit(provider, draft), {
      onSuccess: () => {
        notify.success(t('keySystems.saved'));
        onClose();
      },
    });
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('keySystems.formTitle', { system: t(`keySystems.${provider.system}`) })}
      closeLabel={t('keySystems.close')}
      held={save.isPending}
      footer={
        <>
          <Button onClick={onClose}>{t('keySystems.cancel')}</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            icon="save"
            loading={save.isPending}
          >
            {t('keySystems.save')}
          </Button>
        </>
      }
    >
      <form id={formId} className={cx('form')} onSubmit={submit}>
        {problem ? (
          <p role="alert" className={cx('bad')}>
            {t(`keySystems.problem_${problem}`)}
          </p>
        ) : null}
        {save.isError && !problem ? <ErrorNotice error={save.error} /> : null}
        <ProviderFields provider={provider} draft={draft} onChange={setDraft} />
      </form>
    </Dialog>
  );
}
