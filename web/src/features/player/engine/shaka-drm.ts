import type { ChosenKeySystem } from './key-system.ts';

/** By this name Shaka reads PlayReady in manifests, and looks up what is configured for it. */
const playReadyOfManifests = 'com.microsoft.playready';

/** What Shaka is told of the key system: that one and no other, with the security that was found. */
export function drmOf(
  { name, audioRobustness, videoRobustness }: ChosenKeySystem,
  licenceAddress: string,
  serverCertificate: Uint8Array | null,
) {
  const isPlayReady = name === 'com.microsoft.playready.recommendation';
  const names = isPlayReady ? [playReadyOfManifests, name] : [name];
  const advanced = {
    audioRobustness: audioRobustness ? [audioRobustness] : [],
    videoRobustness: videoRobustness ? [videoRobustness] : [],
    ...(serverCertificate ? { serverCertificate } : {}),
  };
  return {
    servers: Object.fromEntries(names.map((one) => [one, licenceAddress])),
    advanced: Object.fromEntries(names.map((one) => [one, advanced])),
    preferredKeySystems: [name],
    keySystemsMapping: isPlayReady ? { [playReadyOfManifests]: name } : {},
  };
}
