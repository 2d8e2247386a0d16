import { useErrorFeedback } from '../../shared/errors/use-error-feedback.ts';
import { useFormat } from '../../shared/format/use-format.ts';
import { useText } from '../../shared/i18n/use-text.ts';
import { Link } from '../../shared/routing/Link.tsx';
import { Button, getButtonClass } from '../../ui/Button.tsx';
import { notify } from '../../ui/notify.ts';
import { failureTexts } from './failure-texts.ts';
import { failureOf } from './kept-copy.ts';
import { useCopies } from './use-copies.ts';

/** Downloads a lesson to this device, and shows how far that is. */
export function DownloadControl({ videoId }: { readonly videoId: string }) {
  const { t } = useText();
  const format = useFormat();
  const report = useErrorFeedback();
  const { view, copies } = useCopies();
  if (copies === null || !view.isSupported) return null;
  const copy = view.copies.find((one) => one.videoId === videoId);
  if (copy && copy.failure === null) {
    const share = copy.totalBytes ? Math.min(0.99, copy.bytes / copy.totalBytes) : 0;
    const text =
      copy.state === 'ready'
        ? t('offline.downloaded')
        : `${t(copy.state === 'paused' ? 'offline.paused' : 'offline.downloading')} ${format.percent(share)}`;
    return (
      <Link to="/downloads" className={getButtonClass('secondary', 'compact')}>
        {text}
      </Link>
    );
  }

  function download() {
    copies?.download(videoId).catch((error: unknown) => {
      const failure = failureOf(error);
      if (failure === 'other') return report(error);
      const { title: said, help } = failureTexts[failure];
      notify.warning(t('offline.failureSaid', { what: t(said), help: t(help) }));
    });
  }

  return (
    <>
      <Button size="compact" onClick={download}>
        {t('offline.download')}
      </Button>
      {copy?.failure ? <p role="status">{t(failureTexts[copy.failure].title)}</p> : null}
    </>
  );
}
