import type { CodecFacts, DecodingFacts, KeySystemFacts } from './media-rule.ts';

/** H.264 High and AAC-LC, as videos are encoded (media/src/ladder.ts, video-encoder.ts). */
const rungs = [
  { lines: 1080, width: 1920, kbps: 5000, codec: 'avc1.640028' },
  { lines: 720, width: 1280, kbps: 2800, codec: 'avc1.64001f' },
  { lines: 480, width: 854, kbps: 1400, codec: 'avc1.64001e' },
  { lines: 240, width: 426, kbps: 300, codec: 'avc1.640015' },
] as const;
const framerate = 30;
const sound = 'audio/mp4; codecs="mp4a.40.2"';

export async function probeCodecs(): Promise<CodecFacts> {
  const video = await Promise.all(rungs.map(decoding));
  return { video, hasSound: isTaken(sound) };
}

/** By MediaCapabilities, which knows how smooth; old browsers only say whether. */
async function decoding({
  lines,
  width,
  kbps,
  codec,
}: (typeof rungs)[number]): Promise<DecodingFacts> {
  const contentType = `video/mp4; codecs="${codec}"`;
  if (!isTaken(contentType)) return { lines, supported: false, smooth: false };
  if (!('mediaCapabilities' in navigator)) return { lines, supported: true, smooth: true };
  const video = { contentType, width, height: lines, bitrate: kbps * 1000, framerate };
  const { supported, smooth } = await navigator.mediaCapabilities
    .decodingInfo({ type: 'media-source', video })
    .catch(() => ({ supported: true, smooth: true }));
  return { lines, supported, smooth };
}

function isTaken(contentType: string): boolean {
  return 'MediaSource' in window && MediaSource.isTypeSupported(contentType);
}

const VENDORS = [
  ['com.widevine.alpha', 'Widevine'],
  ['com.microsoft.playready.recommendation', 'PlayReady'],
  ['com.microsoft.playready', 'PlayReady (old)'],
  ['com.apple.fps', 'FairPlay'],
] as const;

export async function probeKeySystems(): Promise<KeySystemFacts> {
  const [clearKey, ...offered] = await Promise.all([
    offers('org.w3.clearkey', 'cbcs'),
    ...VENDORS.map(async ([system, name]) => ((await offers(system, 'cbcs')) ? [name] : [])),
  ]);
  return { clearKey, vendors: offered.flat() };
}

async function offers(keySystem: string, encryptionScheme: string): Promise<boolean> {
  if (!('requestMediaKeySystemAccess' in navigator)) return false;
  const capability = { contentType: `video/mp4; codecs="${rungs[2].codec}"`, encryptionScheme };
  const configuration = {
    initDataTypes: ['cenc', 'sinf', 'keyids'],
    videoCapabilities: [capability],
    audioCapabilities: [{ contentType: sound, encryptionScheme }],
  };
  return navigator.requestMediaKeySystemAccess(keySystem, [configuration]).then(
    () => true,
    () => false,
  );
}
