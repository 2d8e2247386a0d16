import { type SyntheticEvent, useId, useState } from 'react';
import { ErrorNotice } from '../../../shared/api/ErrorNotice.tsx';
import { Time } from '../../../shared/format/Time.tsx';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { Copied, RunnerCommand } from './Copied.tsx';
import styles from './Runners.module.css';
import { useInviteRunner } from './use-runners.ts';

const cx = classNames(styles);

interface InviteDialogProps {
  /** What the computer was called in an earlier invitation. */
  readonly firstName?: string | undefined;
  readonly onClose: () => void;
}

/** Asks for a name, then shows the token for the only time. */
export function InviteDialog({ firstName = '', onClose }: InviteDialogProps) {
  const { t } = useText();
  const formId = useId();
  const [name, setName] = useState(firstName);
  const [asked, setAsked] = useState(false);
  const invite = useInviteRunner();

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    setAsked(true);
    if (name.trim() !== '') invite.mutate(name.trim());
  }

  if (invite.data) {
    const { token, expiresAt } = invite.data;
    return <Invitation token={token} expiresAt={expiresAt} onClose={onClose} />;
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="narrow"
      title={t('runners.invite')}
      description={t('runners.seesVideos')}
      closeLabel={t('common.close')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" loading={invite.isPending}>
            {t('runners.invite')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        {invite.isError ? <ErrorNotice error={invite.error} /> : null}
        <TextField
          label={t('runners.name')}
          hint={t('runners.nameHint')}
          required
          maxLength={60}
          value={name}
          error={asked && name.trim() === '' ? t('runners.nameRequired') : undefined}
          onChange={({ target }) => setName(target.value)}
        />
      </form>
    </Dialog>
  );
}

interface InvitationProps extends Pick<InviteDialogProps, 'onClose'> {
  readonly token: string;
  readonly expiresAt: string;
}

function Invitation({ token, expiresAt, onClose }: InvitationProps) {
  const { t } = useText();
  return (
    <Dialog
      open
      onOpenChange={onClose}
      // A press beside it would lose the token.
      held
      title={t('runners.invited')}
      description={t('runners.invitedText')}
      closeLabel={t('common.close')}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('runners.done')}
        </Button>
      }
    >
      <div className={cx('invitation')}>
        <RunnerCommand />
        <Copied label={t('runners.token')} text={token} />
        <p className={cx('quiet')}>
          {t('runners.tokenExpires')} <Time value={expiresAt} show="dateTime" />
        </p>
      </div>
    </Dialog>
  );
}
