import { useMemo } from 'react';
import { encode } from 'uqr';
import { classNames } from './class-names.ts';
import styles from './QrCode.module.css';

const cx = classNames(styles);

/** ISO/IEC 18004: the quiet zone is four modules wide. */
const QUIET_ZONE = 4;

export interface QrCodeProps {
  readonly text: string;
  readonly label: string;
}

/** Draws one path, here: the text may be secret and never leaves the page. */
export function QrCode({ text, label }: QrCodeProps) {
  const { size, path } = useMemo(() => {
    const { data, size: modules } = encode(text, { ecc: 'M', border: QUIET_ZONE });
    return { size: modules, path: data.map(drawRow).join('') };
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

/** Draws neighbours of a row as one box: sheets hold hundreds of codes. */
function drawRow(row: readonly boolean[], y: number): string {
  let path = '';
  for (let x = 0; x < row.length; x += 1) {
    if (!row[x]) continue;
    const from = x;
    while (row[x + 1]) x += 1;
    const width = x + 1 - from;
    path += `M${from} ${y}h${width}v1h-${width}z`;
  }
  return path;
}
