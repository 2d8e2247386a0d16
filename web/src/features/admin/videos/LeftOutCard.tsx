import type { LeftOutTrack } from '@prahari/contract';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Card } from '../../../ui/Card.tsx';
import { countAlike, nameOfTrack } from './left-out.ts';

/** What the uploaded file of a video held besides what became of it. */
export function LeftOutCard({ tracks }: { readonly tracks: readonly LeftOutTrack[] }) {
  const { t } = useText();
  const format = useFormat();

  function describe(track: LeftOutTrack): string {
    const language = track.language === null ? [] : [format.language(track.language)];
    const codec = track.codec === 'unreadable' ? [] : [track.codec];
    return [t(nameOfTrack(track)), ...language, ...codec].join(' · ');
  }

  return (
    <Card title={t('videos.leftOut')} description={t('videos.leftOutText')}>
      <ul>
        {countAlike(tracks).map(({ track, count }) => {
          const text = describe(track);
          return (
            <li key={text}>
              {count === 1
                ? text
                : t('videos.leftOutTimes', { track: text, count: format.number(count) })}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
