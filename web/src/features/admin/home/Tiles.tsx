import { type AdminHome, homeCountLimit, homePlayingLimit } from '@prahari/contract';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useSizeText } from '../../../shared/format/use-size-text.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { type Figure, FigureRow } from '../../../shared/tile/FigureRow.tsx';
import { formatCount } from './attention.ts';

interface Counted extends Figure {
  readonly count: number;
}

/**
 * Current activity, in one row of numbers, zeros last; each counts what no other one does.
 */
export function Tiles({ home }: { readonly home: AdminHome }) {
  const { t } = useText();
  const format = useFormat();
  const writeSize = useSizeText();
  const trouble = useTrouble(home);
  const { playing, jobs, storage, security } = home;
  const write = (value: number) => formatCount(value, format.number);
  const isMany = playing !== null && playing.count >= homePlayingLimit;
  const figures: Counted[] = [];
  if (playing) {
    figures.push({
      count: playing.count,
      name: t('home.playingNow'),
      value: `${format.number(playing.count)}${isMany ? '+' : ''}`,
      to: '/admin/security?tab=playbacks',
    });
  }
  if (jobs) {
    figures.push({
      count: jobs.running + jobs.queued,
      name: t('home.jobs'),
      value: write(jobs.running),
      ...(jobs.queued > 0 ? { note: t('home.jobsQueued', { number: write(jobs.queued) }) } : {}),
      to: storage ? '/admin/uploads' : '/admin/users/import',
    });
  }
  if (storage) {
    figures.push({
      count: storage.totalBytes,
      name: t('home.storage'),
      value: format.percent(
        storage.totalBytes > 0 ? 1 - storage.freeBytes / storage.totalBytes : 0,
      ),
      note: t('home.storageNote', { free: writeSize(storage.freeBytes) }),
      to: '/admin/storage',
      tone: storage.level === 'ok' ? null : 'warning',
    });
  }
  if (security) {
    figures.push({
      count: security.seriousIncidents,
      name: t('home.seriousIncidents'),
      value: write(security.seriousIncidents),
      to: '/admin/security?f.severity=high',
      tone: security.seriousIncidents > 0 ? 'danger' : null,
    });
  }
  if (trouble) figures.push(trouble);
  if (figures.length === 0) return null;
  const isZero = ({ count }: Counted) => count === 0;
  const sorted = [...figures.filter((figure) => !isZero(figure)), ...figures.filter(isZero)];
  return <FigureRow label={t('home.now')} figures={sorted} />;
}

/** What went wrong by itself: incidents, which are acts of learners, are counted apart. */
function useTrouble({ security, clientErrors }: AdminHome): Counted | null {
  const { t } = useText();
  const format = useFormat();
  if (!security && !clientErrors) return null;
  const kinds = [
    ['home.troubleLicences', security?.licenceFailuresOfHour ?? 0],
    ['home.troubleErrors', clientErrors?.ofHour ?? 0],
  ] as const;
  const write = (value: number) => formatCount(value, format.number);
  const sum = kinds.reduce((total, [, number]) => total + number, 0);
  // Exact as long as each part is.
  const isMore = kinds.some(([, number]) => number >= homeCountLimit);
  const met = kinds.filter(([, number]) => number > 0);
  const note = met.map(([text, number]) => t(text, { number: write(number) })).join(' · ');
  return {
    count: sum,
    name: t('home.trouble'),
    value: `${format.number(sum)}${isMore ? '+' : ''}`,
    ...(met.length > 0 ? { note } : {}),
    to: clientErrors ? '/admin/client-errors' : '/admin/security',
    tone: sum > 0 ? 'warning' : null,
  };
}
