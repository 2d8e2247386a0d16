import { useMemo } from 'react';
import { encode } from 'uqr';
import { classNames } from '../../../ui/class-names.ts';
import styles from './SecondFactor.module.css';

const cx = classNames(styles);
/** ISO/IEC 18004: the quiet zone is four modules wide. */
const QUIET_ZONE = 4;

export interface QrCodeProps {
  readonly text: string;
  readonly label: string;
}

/** One path, drawn here: the text is secret, and leaves the page for nobody. */
export function QrCode({ text, label }: QrCodeProps) {
  const { size, path } = useMemo(() => {
    const { data, size: modules } = encode(text, { ecc: 'M', border: QUIET_ZONE });
    const squares = data.flatMap((row, y) =>
      row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
    );
    return { size: modules, path: squares.join('') };
  }, [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      className={cx('qr')}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}
