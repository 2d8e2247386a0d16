import { useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/Icon.tsx';
import styles from './LessonCard.module.css';

const cx = classNames(styles);

/** The lesson's picture, or a quiet one of ours while there is none or it can't be had. */
export function Poster({ url }: { readonly url: string | null }) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  if (url === null || url === failedUrl) {
    return (
      <span className={cx('fallback')}>
        <Icon name="film" size={40} />
      </span>
    );
  }
  return (
    <img
      src={url}
      alt=""
      loading="lazy"
      decoding="async"
      className={cx('poster')}
      onError={() => setFailedUrl(url)}
    />
  );
}
