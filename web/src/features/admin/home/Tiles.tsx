import { type AdminHome, homeCountLimit, homePlayingLimit } from '@prahari/contract';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Tile } from '../../../shared/tile/Tile.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { formatCount } from './attention.ts';
import styles from './Home.module.css';

const cx = classNames(styles);

/** Current activity, in one row of numbers. */
export function Tiles({ home }: { readonly home: AdminHome }) {
  const { t } = useText();
  const format = useFormat();
  const { playing, jobs, storage } = home;
  const count = (value: number) => formatCount(value, format.number);
  const isMany = playing !== null && playing.count >= homePlayingLimit;
  if (!playing && !jobs && !storage && !home.clientErrors) return null;
  return (
    <section className={cx('tiles')} aria-label={t('home.now')}>
      {playing ? (
        <Tile
          icon="play"
          name={t('home.playingNow')}
          value={`${format.number(playing.count)}${isMany ? '+' : ''}`}
          note={t('home.playingNote')}
          to="/admin/security?tab=playbacks"
        />
      ) : null}
      {jobs ? (
        <Tile
          icon="refresh"
          name={t('home.jobs')}
          value={count(jobs.running)}
          note={t('home.jobsQueued', { number: count(jobs.queued) })}
          to={storage ? '/admin/uploads' : '/admin/users/import'}
        />
      ) : null}
      {storage ? (
        <Tile
          icon="disk"
          name={t('home.storage')}
          value={format.percent(
            storage.totalBytes > 0 ? 1 - storage.freeBytes / storage.totalBytes : 0,
          )}
          note={t('home.storageNote', {
            free: format.bytes(storage.freeBytes),
            videos: format.bytes(storage.mediaBytes),
          })}
          to="/admin/storage"
          tone={storage.level === 'ok' ? null : 'warning'}
        />
      ) : null}
      <Trouble home={home} />
    </section>
  );
}

function Trouble({ home: { security, clientErrors } }: { readonly home: AdminHome }) {
  const { t } = useText();
  const format = useFormat();
  if (!security && !clientErrors) return null;
  const kinds = [
    ['home.troubleIncidents', security?.incidentsOfHour ?? 0],
    ['home.troubleLicences', security?.licenceFailuresOfHour ?? 0],
    ['home.troubleErrors', clientErrors?.ofHour ?? 0],
  ] as const;
  const count = (value: number) => formatCount(value, format.number);
  const sum = kinds.reduce((total, [, number]) => total + number, 0);
  // Exact as long as each part is.
  const isMore = kinds.some(([, number]) => number >= homeCountLimit);
  const met = kinds.filter(([, number]) => number > 0);
  const note = met.map(([text, number]) => t(text, { number: count(number) })).join(' · ');
  return (
    <Tile
      icon="warning"
      name={t('home.trouble')}
      value={`${format.number(sum)}${isMore ? '+' : ''}`}
      note={sum > 0 ? note : t('home.troubleNone')}
      to={security ? '/admin/security?low=1' : '/admin/client-errors'}
      tone={sum > 0 ? 'warning' : null}
    />
  );
}
