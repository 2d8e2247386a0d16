import * as z from 'zod/mini';

/** Specification, section 3: device fingerprint. */
const parts = [
  ...(['canvas', 'webgl', 'audio', 'fonts', 'screen'] as const),
  ...(['timezone', 'language', 'platform', 'userAgent'] as const),
];
type Part = (typeof parts)[number];
export type FingerprintParts = Readonly<Record<Part, string>>;

/** A hash for each part: what a browser keeps of a fingerprint, and all that it keeps. */
export type Fingerprint = Readonly<Record<Part, string>>;

/** Changes with each update of the browser. */
const passing: ReadonlySet<Part> = new Set(['userAgent']);
/** One part changes with a new screen, a journey or a setting. */
const fewestChanged = 2;

const hash = z.string().check(z.regex(/^[\w-]{22}$/));
const fingerprintSchema = z.record(z.enum(parts), hash);

/** Hashes each part by SHA-256, shortened to 128 bits. */
export async function hashParts(found: FingerprintParts): Promise<Fingerprint> {
  const pairs = parts.map(async (part) => [part, await shortHash(`${part}:${found[part]}`)]);
  return z.parse(fingerprintSchema, Object.fromEntries(await Promise.all(pairs)));
}

async function shortHash(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  const letters = String.fromCharCode(...new Uint8Array(bytes).subarray(0, 16));
  return btoa(letters).replace(/\+/g, '-').replace(/\//g, '_').replace(/=/g, '');
}

/** Reads kept hashes; null where there are none. */
export function readFingerprint(kept: string | null): Fingerprint | null {
  try {
    const parsed = z.safeParse(fingerprintSchema, JSON.parse(kept ?? 'null'));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** Lists the parts that changed; empty where it is the same device by all that can be said. */
export function listMismatch(before: Fingerprint, now: Fingerprint): readonly Part[] {
  const changed = parts.filter((part) => !passing.has(part) && before[part] !== now[part]);
  return changed.length >= fewestChanged ? changed : [];
}

const sample = 'Prahari प्रहरी 0123 ☂';
const families = ['Arial', 'Noto Sans', 'Segoe UI', 'Helvetica Neue', 'Ubuntu', 'Mangal'];

/** Looks at this browser; a part that it hides is the empty text. */
export async function lookAtDevice(): Promise<FingerprintParts> {
  const { colorDepth, height, width } = window.screen;
  return {
    canvas: orEmpty(drawCanvas),
    webgl: orEmpty(nameGraphics),
    audio: await renderAudio().catch(() => ''),
    fonts: orEmpty(measureFonts),
    screen: [Math.max(width, height), Math.min(width, height), colorDepth].join('x'),
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    language: navigator.languages.join(),
    platform: navigator.platform,
    userAgent: navigator.userAgent,
  };
}

function orEmpty(look: () => string): string {
  try {
    return look();
  } catch {
    return '';
  }
}

function drawCanvas(): string {
  const canvas = document.createElement('canvas');
  canvas.width = 220;
  canvas.height = 40;
  const context = canvas.getContext('2d');
  if (!context) return '';
  context.font = '16px sans-serif';
  context.fillStyle = '#0f4c5c';
  context.fillText(sample, 4, 24);
  return canvas.toDataURL();
}

function nameGraphics(): string {
  const context = document.createElement('canvas').getContext('webgl');
  if (!context) return '';
  const asked = [context.VENDOR, context.RENDERER, context.MAX_TEXTURE_SIZE];
  const names = asked.map((name) => String(context.getParameter(name)));
  context.getExtension('WEBGL_lose_context')?.loseContext();
  return names.join();
}

function measureFonts(): string {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return '';
  const widths = families.map((family) => {
    context.font = `32px "${family}", monospace`;
    return context.measureText(sample).width.toFixed(1);
  });
  return widths.join();
}

async function renderAudio(): Promise<string> {
  const context = new OfflineAudioContext(1, 2000, 44_100);
  const tone = context.createOscillator();
  const squeeze = context.createDynamicsCompressor();
  tone.type = 'triangle';
  tone.connect(squeeze).connect(context.destination);
  tone.start();
  const heard = (await context.startRendering()).getChannelData(0);
  return heard.reduce((sum, value) => sum + Math.abs(value), 0).toFixed(6);
}
