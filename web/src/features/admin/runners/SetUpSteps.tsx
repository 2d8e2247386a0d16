import { type Runner, runnerInvitationHours } from '@prahari/contract';
import { Time } from '../../../shared/format/Time.tsx';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { RunnerCommand } from './Copied.tsx';
import styles from './Runners.module.css';

const cx = classNames(styles);

/** What to do until a spare computer helps, at the server and there. */
export function SetUpSteps() {
  const { t } = useText();
  return (
    <ol className={cx('steps')} aria-label={t('runners.steps')}>
      <li className={cx('step')}>
        <p className={cx('stepTitle')}>{t('runners.stepPrepare')}</p>
        <p className={cx('quiet')}>{t('runners.stepPrepareText')}</p>
      </li>
      <li className={cx('step')}>
        <p className={cx('stepTitle')}>{t('runners.invite')}</p>
        <p className={cx('quiet')}>
          {t('runners.stepInviteText', { hours: runnerInvitationHours })}
        </p>
      </li>
      <li className={cx('step')}>
        <p className={cx('stepTitle')}>{t('runners.invited')}</p>
        <p className={cx('quiet')}>{t('runners.stepStartText')}</p>
        <RunnerCommand />
      </li>
    </ol>
  );
}

interface SetUpDialogProps {
  readonly runner: Runner;
  readonly onInviteAgain: () => void;
  readonly onClose: () => void;
}

/** The steps for one that was invited. Its token can't be shown again: only a hash of it is kept. */
export function SetUpDialog({ runner, onInviteAgain, onClose }: SetUpDialogProps) {
  const { t } = useText();
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('runners.setUpNamed', { name: runner.name })}
      description={t('runners.tokenGone')}
      closeLabel={t('common.close')}
      footer={
        <>
          <Button onClick={onInviteAgain}>{t('runners.inviteAgain')}</Button>
          <Button variant="primary" onClick={onClose}>
            {t('runners.done')}
          </Button>
        </>
      }
    >
      <div className={cx('invitation')}>
        <SetUpSteps />
        {runner.tokenExpiresAt === null ? null : (
          <p className={cx('quiet')}>
            {t('runners.tokenExpires')} <Time value={runner.tokenExpiresAt} show="dateTime" />
          </p>
        )}
      </div>
    </Dialog>
  );
}
