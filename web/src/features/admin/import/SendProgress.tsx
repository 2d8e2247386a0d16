import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { LeaveGuard } from '../../../shared/leaving/LeaveGuard.tsx';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { ProgressBar } from '../../../ui/ProgressBar.tsx';
import { FailedAct } from './FailedAct.tsx';
import styles from './Import.module.css';
import type { useSendSheet } from './use-send-sheet.ts';

const cx = classNames(styles);

/** The progress of the upload, a way to stop it, and why it failed. */
export function SendProgress({ sending }: { readonly sending: ReturnType<typeof useSendSheet> }) {
  const { t } = useText();
  const format = useFormat();
  const { running, share, stopped, error } = sending;
  return (
    <>
      <FailedAct error={error} />
      {stopped ? <p role="status">{t('imports.sendingStopped')}</p> : null}
      {running ? (
        <div className={cx('stack')}>
          <ProgressBar
            label={t('imports.sending')}
            value={share}
            valueText={format.percent(share)}
          />
          <div className={cx('actions')}>
            <Button icon="cancel" onClick={sending.stop}>
              {t('imports.stopSending')}
            </Button>
          </div>
        </div>
      ) : null}
      <LeaveGuard
        active={running}
        title={t('imports.leaveTitle')}
        description={t('imports.leaveText')}
        leaveLabel={t('imports.leave')}
        stayLabel={t('imports.stay')}
      />
    </>
  );
}
