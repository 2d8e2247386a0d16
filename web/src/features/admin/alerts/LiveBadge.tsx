import { useSyncExternalStore } from 'react';
import { useText } from '../../../shared/i18n/use-text.ts';
import { StatusBadge } from '../../../ui/Badge.tsx';
import { classNames } from '../../../ui/class-names.ts';
import styles from './Alerts.module.css';
import { liveState } from './live-state.ts';

const cx = classNames(styles);
const TONES = { live: 'success', connecting: 'neutral', lost: 'warning', off: 'neutral' } as const;

/** Whether alerts appear by themselves at this moment. */
export function LiveBadge() {
  const { t } = useText();
  const state = useSyncExternalStore(liveState.subscribe, liveState.get);
  return (
    <span className={cx('live')}>
      <StatusBadge tone={TONES[state]} pulsing={state === 'live'}>
        {t(`alerts.live_${state}`)}
      </StatusBadge>
    </span>
  );
}
