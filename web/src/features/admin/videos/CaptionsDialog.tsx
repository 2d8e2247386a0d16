import { ApiError, type CaptionTrack, catalogueLimits } from '@prahari/contract';
import { type SyntheticEvent, useId, useState } from 'react';
import { ErrorNotice } from '../../../shared/api/ErrorNotice.tsx';
import { useErrorText } from '../../../shared/api/use-error-text.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { notify } from '../../../ui/notify.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { ErrorState } from '../../../ui/StateMessage.tsx';
import { Textarea } from '../../../ui/Textarea.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { findCaptionsSlips } from './captions-check.ts';
import { useCaptionsText, usePutCaptions } from './use-captions.ts';

interface CaptionsDialogProps {
  readonly videoId: string;
  readonly track: CaptionTrack;
  readonly onClose: () => void;
}

/** The text of captions in one language, to be corrected in place. */
export function CaptionsDialog({ videoId, track, onClose }: CaptionsDialogProps) {
  const { t } = useText();
  const formId = useId();
  const errorText = useErrorText();
  const stored = useCaptionsText(videoId, track.language);
  const [typed, setTyped] = useState<string | null>(null);
  const [label, setLabel] = useState(track.label);
  const [asked, setAsked] = useState(false);
  const put = usePutCaptions(videoId, () => {
    notify.success(t('videos.captionsSaved', { name: label }));
    onClose();
  });
  const text = typed ?? stored.data ?? '';
  const slips = findCaptionsSlips(text);
  const isTooLong = new Blob([text]).size > catalogueLimits.captionsBytes;

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    setAsked(true);
    if (slips.length > 0 || isTooLong || label.trim() === '') return;
    const file = new File([text], `${track.language}.vtt`, { type: 'text/vtt' });
    put.mutate({ language: track.language, label: label.trim(), file });
  }

  const told = isTooLong
    ? t('videos.captionsTooLong')
    : slips
        .map(({ line, slip }) => t('videos.captionsLine', { line, what: t(`videos.${slip}`) }))
        .join(' ');
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="wide"
      title={t('videos.captionsEdit', { name: track.label })}
      description={t('videos.captionsEditText')}
      closeLabel={t('common.close')}
      held={typed !== null && typed !== stored.data}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            disabled={!stored.data}
            loading={put.isPending}
          >
            {t('common.save')}
          </Button>
        </>
      }
    >
      {stored.isPending ? <Skeleton shape="block" /> : null}
      {stored.isError ? (
        <ErrorState
          title={t('videos.errorTitle')}
          retryLabel={t('common.retry')}
          retrying={stored.isFetching}
          onRetry={() => void stored.refetch()}
        >
          {errorText(stored.error).text}
        </ErrorState>
      ) : null}
      {stored.data ? (
        <form id={formId} noValidate onSubmit={submit}>
          {put.isError ? <ErrorNotice error={put.error} /> : null}
          <Faults error={put.error} />
          <TextField
            label={t('videos.captionsName')}
            required
            maxLength={60}
            value={label}
            error={asked && label.trim() === '' ? t('errors.required') : undefined}
            onChange={({ target }) => setLabel(target.value)}
          />
          <Textarea
            rows={16}
            spellCheck
            lang={track.language}
            label={t('videos.captionsBody')}
            hint={t('videos.captionsBodyHint')}
            value={text}
            error={asked && told !== '' ? told : undefined}
            onChange={({ target }) => setTyped(target.value)}
          />
        </form>
      ) : null}
    </Dialog>
  );
}

/** A fault that only the server found: the line, and its message. */
function Faults({ error }: { readonly error: unknown }) {
  const { t } = useText();
  const faults = error instanceof ApiError ? error.details['faults'] : undefined;
  if (!Array.isArray(faults)) return null;
  return (
    <ul>
      {faults.filter(isFault).map(({ line, message }) => (
        <li key={`${line} ${message}`}>{t('videos.captionsLine', { line, what: message })}</li>
      ))}
    </ul>
  );
}

function isFault(value: unknown): value is { line: number; message: string } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'line' in value &&
    typeof value.line === 'number' &&
    'message' in value &&
    typeof value.message === 'string'
  );
}
