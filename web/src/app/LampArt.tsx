import { useId } from 'react';

interface LampArtProps {
  readonly className?: string;
}

const PETALS = Array.from({ length: 24 }, (_, index) => index * 15);
const RINGS = [96, 148, 206, 270, 340, 418, 504];

/** Light spreading from a lamp in rings and petals, as on a temple wall. Decoration. */
export function LampArt({ className }: LampArtProps) {
  const glowId = useId();
  const shadeId = useId();
  return (
    <svg
      viewBox="0 0 800 900"
      preserveAspectRatio="xMidYMid slice"
      className={className}
      aria-hidden="true"
      focusable="false"
    >
      <defs>
        <radialGradient id={glowId} cx="50%" cy="50%" r="50%">
          <stop offset="0" stopColor="#f2b552" stopOpacity="0.5" />
          <stop offset="0.3" stopColor="#d9983a" stopOpacity="0.16" />
          <stop offset="0.7" stopColor="#14606e" stopOpacity="0.18" />
          <stop offset="1" stopColor="#14606e" stopOpacity="0" />
        </radialGradient>
        <linearGradient id={shadeId} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0.42" stopColor="#082630" stopOpacity="0" />
          <stop offset="0.72" stopColor="#082630" stopOpacity="0.94" />
          <stop offset="1" stopColor="#082630" />
        </linearGradient>
      </defs>
      <g transform="translate(560 300) scale(0.9)">
        <circle r="520" fill={`url(#${glowId})`} />
        <g fill="none" stroke="#2f7380">
          {RINGS.map((radius, index) => (
            <circle key={radius} r={radius} strokeOpacity={0.7 - index * 0.085} />
          ))}
        </g>
        <g fill="none" stroke="#3c8794" strokeOpacity="0.5">
          {PETALS.map((angle) => (
            <path
              key={angle}
              d="M0 -148C26 -178 26 -240 0 -270C-26 -240 -26 -178 0 -148z"
              transform={`rotate(${angle})`}
            />
          ))}
        </g>
        <g fill="#f2b552">
          {PETALS.map((angle) => (
            <circle key={angle} cy="-305" r="2.5" opacity="0.75" transform={`rotate(${angle})`} />
          ))}
        </g>
        <g fill="none" stroke="#2f7380" strokeOpacity="0.4">
          {PETALS.map((angle) => (
            <path
              key={angle}
              d="M0 -340C34 -372 34 -400 0 -418C-34 -400 -34 -372 0 -340z"
              transform={`rotate(${angle + 7.5})`}
            />
          ))}
        </g>
        <g transform="scale(0.72)">
          <path
            d="M-84 18C-54 -34 -30 -52 0 -52s54 18 84 70"
            fill="none"
            stroke="#a9c3c6"
            strokeWidth="5"
            strokeLinecap="round"
          />
          <path d="M-84 18h168C68 58 38 78 0 78S-68 58 -84 18z" fill="#f3ecdd" />
          <path
            d="M0 -94C26 -66 38 -46 38 -22a38 38 0 0 1-76 0C-38 -46 -26 -66 0 -94z"
            fill="#f2b552"
            stroke="#082630"
            strokeWidth="6"
          />
        </g>
      </g>
      <rect width="800" height="900" fill={`url(#${shadeId})`} />
    </svg>
  );
}
