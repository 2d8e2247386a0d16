import type { ManagedVideo } from '@prahari/contract';
import { useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../../../domain/query-keys.ts';
import { buildPublishEdit } from '../../../domain/videos/publish-edit.ts';
import { useErrorText } from '../../../shared/api/use-error-text.ts';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { notify } from '../../../ui/notify.ts';
import { useEditVideo, type VideoEdit } from './use-videos.ts';

/** What becomes of a video at once, apart from the form of its other fields. */
export function usePublication(video: ManagedVideo) {
  const { t } = useText();
  const format = useFormat();
  const errorText = useErrorText();
  const queryClient = useQueryClient();
  const edit = useEditVideo(video.id, ({ title, release, publishAt }) => {
    if (release === 'draft') {
      const onClick = () => put({ published: true });
      notify.success(t('videos.unpublished', { title }), {
        action: { label: t('videos.undo'), onClick },
      });
    } else if (release === 'scheduled' && publishAt !== null) {
      const at = format.dateTime(new Date(publishAt));
      notify.success(t('videos.scheduledFor', { title, at }));
    } else notify.success(t('videos.publishedNow', { title }));
  });

  function put(body: VideoEdit, onDone?: () => void) {
    edit.mutate(body, {
      onSuccess: () => onDone?.(),
      onError: (error) => {
        notify.error(errorText(error).text);
        // Somebody else may have changed it: the next try starts from what there is.
        void queryClient.invalidateQueries({ queryKey: queryKeys.videos });
      },
    });
  }

  const { updatedAt } = video;
  return {
    isPending: edit.isPending,
    publish: () => put({ updatedAt, ...buildPublishEdit(video, new Date()) }),
    unpublish: (onDone?: () => void) => put({ updatedAt, published: false }, onDone),
    schedule: (publishAt: string | null, unpublishAt: string | null, onDone: () => void) =>
      put({ updatedAt, published: true, publishAt, unpublishAt }, onDone),
  };
}

export type Publication = ReturnType<typeof usePublication>;
