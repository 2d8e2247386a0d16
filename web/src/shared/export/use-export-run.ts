import { ApiError } from '@prahari/contract';
import { useEffect, useRef, useState } from 'react';
import { notify } from '../../ui/notify.ts';
import { DownloadCancelled, type DownloadWatch } from '../api/download.ts';
import { useErrorText } from '../api/use-error-text.ts';
import { useText } from '../i18n/use-text.ts';

/** One export at a time, and what is said of it. Leaving the page gives up what was not sent yet. */
export function useExportRun() {
  const { t } = useText();
  const errorText = useErrorText();
  const aborter = useRef<AbortController | null>(null);
  const [busy, setBusy] = useState(false);
  const [receivedBytes, setReceivedBytes] = useState<number | null>(null);
  useEffect(() => () => aborter.current?.abort(), []);

  async function start(work: (watch: Required<DownloadWatch>) => Promise<void>) {
    const running = new AbortController();
    aborter.current = running;
    setBusy(true);
    try {
      await work({ signal: running.signal, onProgress: setReceivedBytes });
    } catch (error) {
      if (error instanceof DownloadCancelled) notify.info(t('exporting.cancelled'));
      else notify.error(t('exporting.failed', { message: messageOf(error) }));
    } finally {
      aborter.current = null;
      setBusy(false);
      setReceivedBytes(null);
    }
  }

  function messageOf(error: unknown): string {
    if (error instanceof ApiError) return errorText(error).text;
    return error instanceof Error ? error.message : String(error);
  }

  return { busy, receivedBytes, start, cancel: () => aborter.current?.abort() };
}
