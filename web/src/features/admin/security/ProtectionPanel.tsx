import type { WatchedPlayback } from '@prahari/contract';
import { nameKeySystem } from '../../../domain/security/key-system-words.ts';
import { Time } from '../../../shared/format/Time.tsx';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Facts } from '../../../ui/Facts.tsx';
import { PlaybackFacts } from './PlaybackFacts.tsx';
import styles from './Security.module.css';

const cx = classNames(styles);

export interface ProtectionPanelProps {
  readonly playback: WatchedPlayback;
  readonly onClose: () => void;
}

/**
 * Shows the protection of one playback, as reported by its player, and what can't be prevented
 * there.
 */
export function ProtectionPanel({ playback, onClose }: ProtectionPanelProps) {
  const { t } = useText();
  const format = useFormat();
  const { protection, protectionAt } = playback;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="drawer"
      title={t('security.protection')}
      description={t('security.protectionText')}
      closeLabel={t('common.close')}
    >
      <div className={cx('stack')}>
        {protection ? (
          <>
            <Facts
              facts={[
                [t('security.keySystem'), nameKeySystem(t, protection.keySystem) ?? '–'],
                [t('security.videoRobustness'), protection.videoRobustness || t('security.none')],
                [t('security.audioRobustness'), protection.audioRobustness || t('security.none')],
                [
                  t('security.hdcp'),
                  protection.hdcp === 'unknown' || protection.hdcp === 'none'
                    ? t(`security.hdcp_${protection.hdcp}`)
                    : protection.hdcp,
                ],
                [t('security.coverage'), format.percent(protection.watermarkCoverage)],
                [
                  t('security.reportedAt'),
                  protectionAt === null ? '–' : <Time key="r" value={protectionAt} />,
                ],
              ]}
            />
            <h3 className={cx('subtitle')}>{t('security.cannotPrevent')}</h3>
            {protection.cannotPrevent.length === 0 ? (
              <p>{t('security.nothingReported')}</p>
            ) : (
              <ul className={cx('list')}>
                {protection.cannotPrevent.map((what) => (
                  <li key={what}>{t(`security.gap_${what}`)}</li>
                ))}
              </ul>
            )}
          </>
        ) : (
          <p>{t('security.notReportedText')}</p>
        )}
        <h3 className={cx('subtitle')}>{t('security.playback')}</h3>
        <PlaybackFacts playback={playback} />
      </div>
    </Dialog>
  );
}
