import { useEffect, useSyncExternalStore } from 'react';
import { browserConnection, followNetwork } from '../shared/connection/browser-connection.ts';
import { useText } from '../shared/i18n/use-text.ts';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/Icon.tsx';
import styles from './ConnectionBanner.module.css';

const cx = classNames(styles);

/** Says on every page that the server can't be reached, for as long as that is so. */
export function ConnectionBanner() {
  const { t } = useText();
  const isUp = useSyncExternalStore(browserConnection.subscribe, browserConnection.isUp);
  useEffect(followNetwork, []);
  useEffect(() => {
    // What sticks to the lower edge makes room for it.
    document.documentElement.toggleAttribute('data-disconnected', !isUp);
  }, [isUp]);
  // Always there, so that what comes into it is announced.
  return (
    <div role="status" className={cx('place')}>
      {isUp ? null : (
        <p className={cx('banner')}>
          <Icon name="warning" />
          <span>{t(navigator.onLine ? 'common.unreachable' : 'common.offline')}</span>
        </p>
      )}
    </div>
  );
}
