import type { ManagedVideo } from '@prahari/contract';
import { type SyntheticEvent, useState } from 'react';
import { ErrorNotice } from '../../../shared/api/ErrorNotice.tsx';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { notify } from '../../../ui/notify.ts';
import { AboutFields } from './AboutFields.tsx';
import { AudienceFields } from './AudienceFields.tsx';
import { PublicationFields } from './PublicationFields.tsx';
import { useEditVideo } from './use-videos.ts';
import { readPresentVideo, VideoConflict } from './VideoConflict.tsx';
import styles from './Videos.module.css';
import { buildEdit, createDraft, type VideoDraft } from './video-draft.ts';

const cx = classNames(styles);

/** Edits what was opened; an edit that came too late is refused and says so. */
export function VideoForm({ video }: { readonly video: ManagedVideo }) {
  const { t } = useText();
  // The version that was opened: a later refetch must not discard what was typed.
  const [base, setBase] = useState(video);
  const [draft, setDraft] = useState(() => createDraft(video));
  const [asked, setAsked] = useState(false);
  const begin = (from: ManagedVideo) => {
    setBase(from);
    setDraft(createDraft(from));
  };
  const save = useEditVideo(video.id, (saved) => {
    begin(saved);
    notify.success(t('videos.saved', { title: saved.title }));
  });
  const current = readPresentVideo(save.error);
  const set = (change: Partial<VideoDraft>) => setDraft({ ...draft, ...change });

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    saveAfter(base.updatedAt);
  }

  function saveAfter(updatedAt: string) {
    setAsked(true);
    const edit = buildEdit(draft, updatedAt);
    if (edit && draft.title.trim() !== '') save.mutate(edit);
  }

  return (
    <form noValidate className={cx('cards')} onSubmit={submit}>
      {save.isError && !current ? <ErrorNotice error={save.error} /> : null}
      {current ? (
        <VideoConflict
          base={base}
          current={current}
          draft={draft}
          saving={save.isPending}
          onTakeTheirs={() => {
            begin(current);
            save.reset();
          }}
          onSaveMine={() => saveAfter(current.updatedAt)}
        />
      ) : null}
      <AboutFields
        draft={draft}
        durationSeconds={video.durationSeconds}
        asked={asked}
        onChange={set}
      />
      <PublicationFields draft={draft} onChange={set} />
      <AudienceFields draft={draft} onChange={set} />
      <div>
        <Button type="submit" variant="primary" icon="save" loading={save.isPending}>
          {t('videos.save')}
        </Button>
      </div>
    </form>
  );
}
