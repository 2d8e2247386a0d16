import type { IncidentType } from '@prahari/contract';
import type { TextKey } from '../../../shared/i18n/text-key.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { classNames } from '../../../ui/class-names.ts';
import type { Trigger } from './ladder/violation-ladder.ts';
import styles from './TriggerLine.module.css';

const cx = classNames(styles);

/** Says what a warning is about. */
export function TriggerLine({ trigger }: { readonly trigger: Trigger }) {
  const { t } = useText();
  const { incident, hotkey } = trigger;
  if (incident === 'blocked_hotkey' && hotkey !== undefined) {
    return <p className={cx('line')}>{t('lesson.triggerKey', { key: hotkey })}</p>;
  }
  const key = findText(incident);
  return key === undefined ? null : <p className={cx('line')}>{t(key)}</p>;
}

type PlainKey = Extract<TextKey, `lesson.trigger_${string}`>;

function findText(incident: IncidentType): PlainKey | undefined {
  switch (incident) {
    case 'screen_capture_api':
    case 'media_recorder':
    case 'capture_stream':
    case 'picture_in_picture':
    case 'canvas_read':
    case 'blocked_hotkey':
    case 'watermark_tampered':
      return `lesson.trigger_${incident}`;
    default:
      // No other is a violation.
      return undefined;
  }
}
