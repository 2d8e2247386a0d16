import { useFormat } from '../../shared/format/use-format.ts';
import { useText } from '../../shared/i18n/use-text.ts';
import { StatusBadge } from '../../ui/Badge.tsx';
import type { KeptCopy } from './kept-copy.ts';
import { useCopies } from './use-copies.ts';

/** Says on a lesson's card that it is on this device, or how far its download is. */
export function CopyBadge({ videoId }: { readonly videoId: string }) {
  const { view } = useCopies();
  const copy = view.copies.find((one) => one.videoId === videoId);
  return copy ? <CopyStateBadge copy={copy} /> : null;
}

/** The state of one copy in a word; nothing of one that can't be played. */
export function CopyStateBadge({ copy }: { readonly copy: KeptCopy }) {
  const { t } = useText();
  const format = useFormat();
  if (copy.failure !== null || copy.state === 'failed') return null;
  if (copy.state === 'ready') {
    return <StatusBadge tone="success">{t('offline.downloaded')}</StatusBadge>;
  }
  if (copy.state === 'paused') return <StatusBadge>{t('offline.paused')}</StatusBadge>;
  const share = copy.totalBytes ? Math.min(0.99, copy.bytes / copy.totalBytes) : 0;
  return (
    <StatusBadge tone="info" pulsing={copy.state === 'downloading'}>
      {t('offline.downloading')} {format.percent(share)}
    </StatusBadge>
  );
}
