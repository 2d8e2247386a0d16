import { catalogueLimits, endpoints, type ManagedVideo } from '@prahari/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import { DiskWaitNote } from '../../../domain/disk-wait/DiskWaitNote.tsx';
import { queryKeys } from '../../../domain/query-keys.ts';
import { useApi } from '../../../shared/api/api-context.ts';
import { ErrorNotice } from '../../../shared/api/ErrorNotice.tsx';
import { uploadForm } from '../../../shared/api/upload.ts';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { FileField } from '../../../ui/FileField.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { parseMoment } from './moment.ts';
import { PosterFrames } from './PosterFrames.tsx';
import styles from './Videos.module.css';

const cx = classNames(styles);
const accepted = 'image/jpeg,image/png,image/webp';

/** The poster of a video, and its replacement by a file or a moment. */
export function PosterCard({ video }: { readonly video: ManagedVideo }) {
  const { t } = useText();
  const format = useFormat();
  const [moment, setMoment] = useState('');
  const [isTooLarge, setTooLarge] = useState(false);
  const [asked, setAsked] = useState(false);
  const poster = usePoster(video.id);
  const seconds = parseMoment(moment);
  const isWithin = seconds !== null && seconds < (video.durationSeconds ?? 0);
  const isWaiting = video.posterChoice?.state === 'waiting';
  const diskWait = video.posterChoice?.diskWait;
  const largest = format.bytes(catalogueLimits.posterBytes);

  function take(file: File) {
    const isLarge = file.size > catalogueLimits.posterBytes;
    setTooLarge(isLarge);
    if (!isLarge) poster.mutate({ kind: 'file', file });
  }

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    setAsked(true);
    if (seconds !== null && isWithin) poster.mutate({ kind: 'moment', atSeconds: seconds });
  }

  return (
    <Card title={t('videos.poster')} description={t('videos.posterText')}>
      {poster.error ? <ErrorNotice error={poster.error} /> : null}
      <div className={cx('pictures')}>
        <div className={cx('cards')}>
          {video.posterUrl ? (
            <img className={cx('poster')} src={video.posterUrl} alt={t('videos.posterNow')} />
          ) : null}
          <div role="status">
            {diskWait ? <DiskWaitNote wait={diskWait} /> : null}
            {isWaiting && !diskWait ? t('videos.posterWaiting') : null}
            {video.posterChoice?.state === 'failed' ? t('videos.posterFailed') : null}
          </div>
          <FileField
            accept={accepted}
            browseLabel={t('videos.posterBrowse')}
            label={t('videos.posterFile')}
            hint={t('videos.posterFileHint', { size: largest })}
            error={isTooLarge ? t('videos.posterTooLarge', { size: largest }) : undefined}
            onFile={take}
          />
        </div>
        <form noValidate className={cx('cards')} onSubmit={submit}>
          {video.storyboardUrl ? (
            <PosterFrames
              url={video.storyboardUrl}
              chosenSeconds={seconds}
              onChoose={(atSeconds) => {
                setMoment(format.duration(atSeconds));
                setAsked(false);
              }}
            />
          ) : null}
          <TextField
            label={t('videos.posterMoment')}
            hint={t('videos.posterMomentHint')}
            value={moment}
            error={asked && !isWithin ? t('videos.posterMomentBad') : undefined}
            onChange={({ target }) => {
              setMoment(target.value);
              setAsked(false);
            }}
          />
          <div>
            <Button type="submit" loading={poster.isPending || isWaiting}>
              {t('videos.posterTake')}
            </Button>{' '}
            {video.isPosterChosen || video.posterChoice ? (
              <Button
                variant="ghost"
                disabled={poster.isPending}
                onClick={() => poster.mutate({ kind: 'back' })}
              >
                {t('videos.posterBack')}
              </Button>
            ) : null}
          </div>
        </form>
      </div>
    </Card>
  );
}

type PosterWish =
  | { readonly kind: 'file'; readonly file: File }
  | { readonly kind: 'moment'; readonly atSeconds: number }
  | { readonly kind: 'back' };

/** Has another picture stand for a video, or the one made from its file again. */
function usePoster(id: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { videos } = endpoints;
  const wish = (wanted: PosterWish): Promise<ManagedVideo> => {
    if (wanted.kind === 'back') return api.call(videos.removePoster, { params: { id } });
    if (wanted.kind === 'moment') {
      const { atSeconds } = wanted;
      return api.call(videos.choosePoster, { params: { id }, body: { atSeconds } });
    }
    const form = new FormData();
    form.append('file', wanted.file);
    const watch = { onProgress: () => undefined, signal: new AbortController().signal };
    return uploadForm(api, videos.uploadPoster, { params: { id }, form }, watch);
  };
  return useMutation({
    mutationFn: wish,
    onSuccess: (video) => {
      queryClient.setQueryData([...queryKeys.videos, 'managed', id], video);
      return queryClient.invalidateQueries({ queryKey: queryKeys.videos });
    },
  });
}
