import type { UnfinishedUpload } from '@prahari/contract';
import { useId, useState } from 'react';
import { Time } from '../../../shared/format/Time.tsx';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { FilePick } from '../../../ui/FilePick.tsx';
import { SentShare } from './SentShare.tsx';
import { isSameFile } from './same-file.ts';
import styles from './Uploads.module.css';
import { acceptedFiles } from './video-file.ts';

const cx = classNames(styles);

export interface UnfinishedRowProps {
  readonly upload: UnfinishedUpload;
  /** With the file whose upload it is. */
  readonly onFile: (file: File) => void;
  readonly onGiveUp: () => void;
}

/** An upload that was started in a page that has been closed: browsers let no page keep a file. */
export function UnfinishedRow({ upload, onFile, onGiveUp }: UnfinishedRowProps) {
  const { t } = useText();
  const id = useId();
  const [isOther, setIsOther] = useState(false);
  const { title, fileName } = upload;
  function take(file: File) {
    const isSame = isSameFile(upload, file);
    setIsOther(!isSame);
    if (isSame) onFile(file);
  }

  return (
    <li className={cx('job')}>
      <div className={cx('names')}>
        <p className={cx('title')}>{title}</p>
        <p className={cx('meta')}>
          {fileName} · <Time value={upload.createdAt} show="relative" />
        </p>
      </div>
      <SentShare
        label={t('uploads.arrivedOf', { title })}
        sentBytes={upload.offsetBytes}
        totalBytes={upload.fileSizeBytes}
      >
        <span>
          {t('uploads.givenUp')} <Time value={upload.expiresAt} show="relative" />
        </span>
      </SentShare>
      {isOther ? (
        <p role="alert" className={cx('failure')}>
          {t('uploads.notSameFile', { name: fileName })}
        </p>
      ) : null}
      <div className={cx('actions')}>
        <FilePick
          id={id}
          size="compact"
          accept={acceptedFiles}
          aria-label={t('uploads.chooseAgainNamed', { name: fileName })}
          browseLabel={t('uploads.chooseAgain')}
          onFile={take}
        />
        <Button
          size="compact"
          variant="ghost"
          icon="cancel"
          aria-label={t('uploads.giveUpNamed', { title })}
          onClick={onGiveUp}
        >
          {t('uploads.giveUp')}
        </Button>
      </div>
    </li>
  );
}
