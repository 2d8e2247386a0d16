import { useEffect, useState } from 'react';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { classNames } from '../../../ui/class-names.ts';
import type { Engine } from '../engine/start-engine.ts';
import { megabytes, megabytesAnHour } from './data-use.ts';
import styles from './Lesson.module.css';

const cx = classNames(styles);
const EVERY_MS = 2000;

/** What this lesson has used of somebody's data plan, and what an hour at this quality would. */
export function DataMeter({ engine }: { readonly engine: Engine | null }) {
  const { t } = useText();
  const format = useFormat();
  const [traffic, setTraffic] = useState(() => engine?.traffic());
  useEffect(() => {
    const timer = setInterval(() => setTraffic(engine?.traffic()), EVERY_MS);
    return () => clearInterval(timer);
  }, [engine]);
  if (!traffic) return null;
  return (
    <span className={cx('meter')} title={t('lesson.dataTitle')} data-testid="data-meter">
      {t('lesson.dataUse', {
        used: format.number(megabytes(traffic.bytes), 1),
        hour: format.number(megabytesAnHour(traffic.bitsPerSecond), 0),
      })}
    </span>
  );
}
