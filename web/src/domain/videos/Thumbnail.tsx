import type { Video } from '@prahari/contract';
import { useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/Icon.tsx';
import styles from './Thumbnail.module.css';

const cx = classNames(styles);

interface ThumbnailProps {
  /** While it loads, the place of the picture is there. */
  readonly video: Pick<Video, 'cardUrl' | 'posterUrl'> | undefined;
  /** Beside the title of a row, or of a page. */
  readonly size: 'row' | 'page';
}

/** The picture of a video beside its title, which says all that the picture does. */
export function Thumbnail({ video, size }: ThumbnailProps) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  const url = video?.cardUrl ?? video?.posterUrl ?? null;
  return (
    <span className={cx('thumbnail', size)}>
      {url === null || url === failedUrl ? (
        <Icon name="film" size={size === 'row' ? 16 : 30} />
      ) : (
        <img
          src={url}
          alt=""
          loading="lazy"
          decoding="async"
          className={cx('picture')}
          onError={() => setFailedUrl(url)}
        />
      )}
    </span>
  );
}
