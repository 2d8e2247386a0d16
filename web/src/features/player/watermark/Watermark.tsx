import type { Stream } from '@prahari/contract';
import { useEffect, useState } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { nextPlace } from './place.ts';
import styles from './Watermark.module.css';

const cx = classNames(styles);
const CORNERS = ['topLeft', 'topRight', 'bottomLeft', 'bottomRight'] as const;
const CENTRE = { left: 50, top: 50 };

export interface WatermarkProps {
  readonly watermark: Stream['watermark'];
  readonly policy: Pick<Stream['policy'], 'watermarkOpacity' | 'watermarkMoveEveryMs'>;
  /** How often play has begun: each time, the large centre mark shows and fades. */
  readonly plays: number;
}

/** Says over the picture whose session it is: who films it films that too. */
export function Watermark({ watermark, policy, plays }: WatermarkProps) {
  const place = useMovingPlace(policy.watermarkMoveEveryMs);
  const opacity = policy.watermarkOpacity;
  return (
    <div className={cx('watermark')} aria-hidden="true" data-testid="watermark">
      {CORNERS.map((corner) => (
        <MarkText key={corner} className={cx('mark', corner)} style={{ opacity }} {...watermark} />
      ))}
      <MarkText
        className={cx('mark', 'moving')}
        style={{ opacity, left: `${place.left}%`, top: `${place.top}%` }}
        {...watermark}
      />
      {plays > 0 ? <MarkText key={plays} className={cx('mark', 'centre')} {...watermark} /> : null}
    </div>
  );
}

type MarkTextProps = Stream['watermark'] & {
  readonly className: string;
  readonly style?: { opacity: number; left?: string; top?: string };
};

function MarkText({ maskedNumber, sessionCode, className, style }: MarkTextProps) {
  return (
    <span className={className} style={style}>
      {maskedNumber}
      <span className={cx('code')}>{sessionCode}</span>
    </span>
  );
}

function useMovingPlace(everyMs: number) {
  const [place, setPlace] = useState(() => nextPlace(CENTRE, Math.random));
  useEffect(() => {
    const timer = setInterval(
      () => setPlace((previous) => nextPlace(previous, Math.random)),
      everyMs,
    );
    return () => clearInterval(timer);
  }, [everyMs]);
  return place;
}
