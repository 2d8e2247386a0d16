import type { ManagedVideo } from '@prahari/contract';
import { useReach } from '../../../domain/audience/use-reach.ts';
import { useQualityText } from '../../../domain/videos/use-quality-text.ts';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Link } from '../../../shared/routing/Link.tsx';
import { Card } from '../../../ui/Card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { UseCard } from './UseCard.tsx';
import styles from './VideoRail.module.css';
import type { VideoTab } from './video-tabs.ts';
import { STATUSES } from './video-texts.ts';

const cx = classNames(styles);

/** How a video is used and what it is made of, beside the fields that describe it. */
export function VideoRail({ video }: { readonly video: ManagedVideo }) {
  return (
    <div className={cx('rail')}>
      <UseCard video={video} />
      <StandingCard video={video} />
    </div>
  );
}

/** The facts of the other tabs, each with the way to it. */
function StandingCard({ video }: { readonly video: ManagedVideo }) {
  const { t } = useText();
  const format = useFormat();
  const qualities = useQualityText(video.qualities);
  const { learners } = useReach(video.audience);
  const { status, fileSizeBytes, keyRenewal } = video;
  const size = fileSizeBytes === null ? '' : format.bytes(fileSizeBytes);
  const rows: readonly (readonly [VideoTab, string, string])[] = [
    [
      'audience',
      t('videos.audience'),
      learners === undefined ? '…' : t('videos.learnersCount', { count: learners }),
    ],
    ['processing', t('videos.file'), status === 'ready' ? size : t(STATUSES[status].text)],
    ['processing', t('videos.qualities'), qualities],
    [
      'protection',
      t('videos.keys'),
      keyRenewal?.state === 'done'
        ? t('videos.keysRenewedOn', { at: format.date(new Date(keyRenewal.at)) })
        : t('videos.keysFirst'),
    ],
  ];
  return (
    <Card title={t('videos.atAGlance')}>
      <dl className={cx('rows')}>
        {rows.map(([tab, name, value]) =>
          value === '' ? null : (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <Link to={`/admin/videos/${video.id}?tab=${tab}`}>{value}</Link>
              </dd>
            </div>
          ),
        )}
      </dl>
    </Card>
  );
}
