import { useFormat } from '../../../shared/format/use-format.ts';
import { useText } from '../../../shared/i18n/use-text.ts';

/** Enough to tell one call in ten minutes from none. */
const decimalsOfRate = (perSecond: number) => (perSecond < 0.01 ? 4 : perSecond < 10 ? 2 : 0);

/** Writes figures of performance with their units; a dash for what is not known. */
export function useAmounts() {
  const { t } = useText();
  const format = useFormat();
  const known = (write: (value: number) => string) => (value: number | null) =>
    value === null ? '–' : write(value);
  /** Two figures that count: 0.4, 12, 1,350. */
  const short = (value: number) => format.number(value, value < 10 ? 1 : 0);
  return {
    // Close to a target of 1 s hundredths count.
    latency: known((ms) =>
      ms >= 1000
        ? t('performance.seconds', { value: format.number(ms / 1000, ms < 2000 ? 2 : 1) })
        : t('performance.milliseconds', { value: short(ms) }),
    ),
    rate: known((value) =>
      t('performance.perSecond', { value: format.number(value, decimalsOfRate(value)) }),
    ),
    // Close to a target of 1 % decimals count.
    share: known((value) => format.percent(value, value < 0.02 ? 2 : 0)),
    bytes: known((value) => format.bytes(Math.round(value))),
    count: known((value) => format.number(value)),
  };
}
