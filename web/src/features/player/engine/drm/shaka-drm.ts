import type { ChosenKeySystem } from '../../../../domain/key-systems/key-system.ts';

/** A session whose licence the browser keeps. */
export interface KeptSession {
  readonly sessionId: string;
  readonly initDataType: string;
  readonly initData: Uint8Array;
}

/** By this name Shaka reads PlayReady in manifests, and looks up what is configured for it. */
const playReadyOfManifests = 'com.microsoft.playready';

/** Configures Shaka for this key system and no other, with the security that was found. */
export function buildDrmConfiguration(
  { name, audioRobustness, videoRobustness, keepsLicences }: ChosenKeySystem,
  licenceAddress: string,
  serverCertificate: Uint8Array | null,
  kept: readonly KeptSession[] = [],
) {
  const isPlayReady = name === 'com.microsoft.playready.recommendation';
  const names = isPlayReady ? [playReadyOfManifests, name] : [name];
  const advanced = {
    audioRobustness: audioRobustness ? [audioRobustness] : [],
    videoRobustness: videoRobustness ? [videoRobustness] : [],
    ...(serverCertificate ? { serverCertificate } : {}),
    ...(keepsLicences ? { persistentStateRequired: true, sessionType: 'persistent-license' } : {}),
  };
  return {
    servers: Object.fromEntries(names.map((one) => [one, licenceAddress])),
    advanced: Object.fromEntries(names.map((one) => [one, advanced])),
    preferredKeySystems: [name],
    ...(keepsLicences
      ? { persistentSessionOnlinePlayback: true, persistentSessionsMetadata: [...kept] }
      : {}),
    keySystemsMapping: isPlayReady ? { [playReadyOfManifests]: name } : {},
  };
}
