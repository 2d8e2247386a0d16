import type { ManagedVideo } from '@prahari/contract';
import { type SyntheticEvent, useId, useState } from 'react';
import { useDateWords } from '../../../shared/dates/use-date-words.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { DateField, TimeField } from '../../../ui/DateField.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { type LocalMoment, toInstant, toLocalMoment } from './local-moment.ts';
import { isBackwards, keepInstant } from './publication.ts';
import type { Publication } from './use-publication.ts';
import styles from './Videos.module.css';

const cx = classNames(styles);

export interface ScheduleDialogProps {
  readonly video: ManagedVideo;
  readonly publication: Publication;
  /** In place of the dates that hold. */
  readonly typed?: { readonly from: LocalMoment; readonly until: LocalMoment };
  readonly onClose: () => void;
  readonly onSaved?: () => void;
}

/** From when until when learners see a video; it is published with it. */
export function ScheduleDialog(props: ScheduleDialogProps) {
  const { video, publication, typed, onClose, onSaved } = props;
  const { t } = useText();
  const formId = useId();
  const [from, setFrom] = useState(() => typed?.from ?? toLocalMoment(video.publishAt));
  const [until, setUntil] = useState(() => typed?.until ?? toLocalMoment(video.unpublishAt));
  const [asked, setAsked] = useState(false);
  const publishAt = keepInstant(toInstant(from), video.publishAt);
  const unpublishAt = keepInstant(toInstant(until), video.unpublishAt);
  const isWrong = isBackwards(publishAt, unpublishAt);

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    setAsked(true);
    // What was typed and means no date or time is not left out in silence.
    const isUnread = event.currentTarget.querySelector('[aria-invalid="true"]') !== null;
    const isDayless = [from, until].some(({ day, time }) => day === '' && time !== '');
    if (isWrong || isUnread || isDayless) return;
    publication.schedule(publishAt, unpublishAt, () => {
      onSaved?.();
      onClose();
    });
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('videos.scheduleTitle')}
      description={t('videos.scheduleText')}
      closeLabel={t('common.close')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" loading={publication.isPending}>
            {t('videos.scheduleSave')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className={cx('dates')} onSubmit={submit}>
        <MomentFields label={t('videos.publishAt')} value={from} asked={asked} onChange={setFrom} />
        <MomentFields
          label={t('videos.unpublishAt')}
          value={until}
          asked={asked}
          error={asked && isWrong ? t('videos.scheduleInvalid') : undefined}
          onChange={setUntil}
        />
      </form>
    </Dialog>
  );
}

interface MomentFieldsProps {
  readonly label: string;
  readonly value: LocalMoment;
  /** Saving was tried: a missing day is marked. */
  readonly asked: boolean;
  readonly error?: string | undefined;
  readonly onChange: (value: LocalMoment) => void;
}

function MomentFields({ label, value, asked, error, onChange }: MomentFieldsProps) {
  const { t } = useText();
  const words = useDateWords();
  return (
    <fieldset className={cx('moment')} aria-label={label}>
      <DateField
        label={label}
        words={words}
        value={value.day}
        error={asked && value.day === '' && value.time !== '' ? words.notDate : error}
        // Its beginning, as long as no time is typed.
        onChange={(day) => onChange({ day, time: day === '' ? '' : value.time || '00:00' })}
      />
      <TimeField
        label={t('dates.time')}
        words={words}
        value={value.time}
        onChange={(time) => onChange({ ...value, time })}
      />
    </fieldset>
  );
}
