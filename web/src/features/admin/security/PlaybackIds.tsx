import type { WatchedPlayback } from '@prahari/contract';
import { useState } from 'react';
import { useText } from '../../../shared/i18n/use-text.ts';
import { classNames } from '../../../ui/class-names.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { notify } from '../../../ui/notify.ts';
import styles from './Security.module.css';

const cx = classNames(styles);

/** The ids of a playback, which are not for reading: small, to be copied into a search or a report. */
export function PlaybackIds({ playback }: { readonly playback: WatchedPlayback }) {
  const { t } = useText();
  return (
    <ul className={cx('ids')}>
      <CopyableId name={t('security.session')} id={playback.sessionId} />
      <CopyableId name={t('security.deviceId')} id={playback.deviceId} />
    </ul>
  );
}

function CopyableId({ name, id }: { readonly name: string; readonly id: string }) {
  const { t } = useText();
  const [copied, setCopied] = useState(false);

  function copy() {
    navigator.clipboard.writeText(id).then(
      () => setCopied(true),
      () => notify.warning(t('users.copyFailed')),
    );
  }

  return (
    <li>
      <span>{name}</span> <code className={cx('code')}>{id}</code>
      <IconButton
        compact
        icon={copied ? 'check' : 'copy'}
        label={copied ? t('common.copied') : t('security.copyId', { name })}
        onClick={copy}
      />
    </li>
  );
}
