import { ApiError } from '@prahari/contract';
import { useEffect, useRef, useState } from 'react';
import { notify } from '../../ui/notify.ts';
import { DownloadCancelled, type DownloadWatch } from '../api/download.ts';
import { useErrorText } from '../api/use-error-text.ts';
import { useText } from '../i18n/use-text.ts';

type Work = (watch: Required<DownloadWatch>) => Promise<void>;

/**
 * One export at a time, with its status. Leaving the page cancels the rest.
 * @param onEnd called while the page still shows it as running
 */
export function useExportRun(onEnd: () => void) {
  const { t } = useText();
  const errorText = useErrorText();
  const aborter = useRef<AbortController | null>(null);
  const said = useRef<string | number | null>(null);
  const [busy, setBusy] = useState(false);
  const [receivedBytes, setReceivedBytes] = useState<number | null>(null);
  const [failed, setFailed] = useState<Work | null>(null);
  useEffect(() => () => aborter.current?.abort(), []);

  async function start(work: Work) {
    const running = new AbortController();
    aborter.current = running;
    if (said.current !== null) notify.dismiss(said.current);
    said.current = null;
    setFailed(null);
    setBusy(true);
    try {
      await work({ signal: running.signal, onProgress: setReceivedBytes });
    } catch (error) {
      if (error instanceof DownloadCancelled) notify.info(t('exporting.cancelled'));
      else {
        said.current = notify.error(t('exporting.failed', { message: describeError(error) }));
        setFailed(() => work);
      }
    } finally {
      aborter.current = null;
      onEnd();
      setBusy(false);
      setReceivedBytes(null);
    }
  }

  function describeError(error: unknown): string {
    if (error instanceof ApiError) return errorText(error).text;
    return error instanceof Error ? error.message : String(error);
  }

  return {
    busy,
    receivedBytes,
    start,
    cancel: () => aborter.current?.abort(),
    /** Retries a failed export; null if none failed. */
    retry: failed && (() => void start(failed)),
  };
}
