import type { Video } from '@prahari/contract';
import { type MouseEvent, useRef } from 'react';
import { useErrorText } from '../../../shared/api/use-error-text.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Link } from '../../../shared/routing/Link.tsx';
import { Button, getButtonClass } from '../../../ui/Button.tsx';
import { notify } from '../../../ui/notify.ts';
import { usePublish } from './use-jobs.ts';

/** The actions for a video that is ready. */
export function ReadyActions({ video }: { readonly video: Video }) {
  const { t } = useText();
  const errorText = useErrorText();
  const pressed = useRef<Element>(null);
  const watch = useRef<HTMLAnchorElement>(null);
  const publish = usePublish(video.id, ({ title, published }) => {
    // The button goes, and the focus must not go with it.
    if (document.activeElement === pressed.current) watch.current?.focus();
    notify.success(
      published ? t('uploads.published', { title }) : t('uploads.unpublished', { title }),
    );
  });

  function toggle(event: MouseEvent) {
    pressed.current = event.currentTarget;
    publish.mutate(!video.published, {
      onError: (error) => {
        const { text, reference } = errorText(error);
        notify.error(text, { description: reference });
      },
    });
  }

  return (
    <>
      {video.published ? null : (
        <Button
          size="compact"
          variant="primary"
          icon="visibility"
          loading={publish.isPending}
          onClick={toggle}
        >
          {t('uploads.publish')}
        </Button>
      )}
      <Link
        ref={watch}
        to={`/watch/${video.id}`}
        className={getButtonClass('secondary', 'compact')}
      >
        {t('uploads.watch')}
      </Link>
      {video.published ? (
        <Button size="compact" variant="ghost" loading={publish.isPending} onClick={toggle}>
          {t('uploads.unpublish')}
        </Button>
      ) : null}
    </>
  );
}
