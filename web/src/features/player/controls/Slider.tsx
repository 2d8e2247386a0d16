import type { PointerEvent, ReactNode } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import styles from './Controls.module.css';
import { timelineAttribute } from './own-keys.ts';

const cx = classNames(styles);

export interface SliderProps {
  readonly label: string;
  readonly valueText: string;
  readonly value: number;
  readonly max: number;
  /** One press of an arrow key, in the unit of `value`. */
  readonly step: number;
  /** The arrows seek there as everywhere in the player; other bars are moved by them. */
  readonly isTimeline?: boolean;
  /** A second, paler length, such as what is buffered. */
  readonly ahead?: number;
  readonly onChange: (value: number) => void;
  /** Called with the value under the pointer; null when the pointer leaves. */
  readonly onPoint?: (value: number | null) => void;
  /** Drawn over the rail; takes no clicks. */
  readonly children?: ReactNode;
}

/** The browser's own range input under our drawing: keyboard and remote control come with it. */
export function Slider(props: SliderProps) {
  const { label, valueText, value, max, step, ahead, onChange, onPoint, children } = props;
  const timeline = props.isTimeline ? { [timelineAttribute]: '' } : {};
  const share = (amount: number) => (max > 0 ? Math.min(1, Math.max(0, amount / max)) : 0);
  return (
    <div className={cx('track')}>
      <span className={cx('rail')} />
      {ahead === undefined ? null : (
        <span className={cx('buffered')} style={{ transform: `scaleX(${share(ahead)})` }} />
      )}
      <span className={cx('played')} style={{ transform: `scaleX(${share(value)})` }} />
      <input
        {...timeline}
        type="range"
        className={cx('slider')}
        aria-label={label}
        aria-valuetext={valueText}
        min={0}
        max={max}
        step={step}
        value={Math.min(value, max)}
        onChange={(event) => onChange(event.target.valueAsNumber)}
        onPointerMove={(event) => onPoint?.(pointedAt(event) * max)}
        onPointerLeave={() => onPoint?.(null)}
        onFocus={() => onPoint?.(null)}
      />
      {children}
    </div>
  );
}

/** 0 to 1 along the input. */
function pointedAt({ currentTarget, clientX }: PointerEvent<HTMLInputElement>): number {
  const { left, width } = currentTarget.getBoundingClientRect();
  return width > 0 ? Math.min(1, Math.max(0, (clientX - left) / width)) : 0;
}
