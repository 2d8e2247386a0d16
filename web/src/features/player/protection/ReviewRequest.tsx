import { endpoints, reviewNoteCharacters, type Video } from '@prahari/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { type SyntheticEvent, useId, useState } from 'react';
import { queryKeys, shortVideoKey } from '../../../domain/query-keys.ts';
import { useApi } from '../../../shared/api/api-context.ts';
import { useErrorText } from '../../../shared/api/use-error-text.ts';
import { Time } from '../../../shared/format/Time.tsx';
import { useText } from '../../../shared/i18n/use-text.ts';
import { classNames } from '../../../ui/class-names.ts';
import styles from './ViolationOverlay.module.css';

const cx = classNames(styles);

/** How a learner asks for access again: once, with a few words where there are any. */
export function ReviewRequest({ videoId }: { readonly videoId: string }) {
  const { t } = useText();
  const api = useApi();
  const errorText = useErrorText();
  const queryClient = useQueryClient();
  const noteId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [note, setNote] = useState('');
  const video = useQuery({
    queryKey: shortVideoKey(videoId),
    queryFn: (): Promise<Video> => api.call(endpoints.videos.get, { params: { id: videoId } }),
  });
  const ask = useMutation({
    mutationFn: () =>
      api.call(endpoints.videos.requestReview, { params: { id: videoId }, body: { note } }),
    // The library shows it, too.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.videos }),
  });
  const askedAt = ask.data?.requestedAt ?? video.data?.termination?.reviewRequestedAt ?? null;
  if (askedAt !== null) {
    return (
      <p role="status" className={cx('asked')}>
        <Check size="1.25rem" strokeWidth={2} aria-hidden="true" />
        <span>
          {t('protection.reviewAsked')} <Time value={askedAt} />
        </span>
      </p>
    );
  }
  if (!isOpen) {
    return (
      <button type="button" className={cx('button')} onClick={() => setIsOpen(true)}>
        {t('protection.askReview')}
      </button>
    );
  }

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    ask.mutate();
  }

  return (
    <form className={cx('review')} onSubmit={submit}>
      <label htmlFor={noteId} className={cx('reviewLabel')}>
        {t('protection.reviewNote')}
      </label>
      <textarea
        id={noteId}
        className={cx('reviewNote')}
        rows={2}
        maxLength={reviewNoteCharacters}
        value={note}
        // biome-ignore lint/a11y/noAutofocus: the learner pressed a button to write here.
        autoFocus
        onChange={({ target }) => setNote(target.value)}
      />
      {ask.isError ? <p role="alert">{errorText(ask.error).text}</p> : null}
      <div className={cx('reviewActions')}>
        <button type="submit" disabled={ask.isPending} className={cx('button')}>
          {t('protection.sendReview')}
        </button>
      </div>
    </form>
  );
}
