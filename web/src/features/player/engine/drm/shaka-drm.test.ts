import { describe, expect, test } from 'vitest';
import { buildDrmConfiguration } from './shaka-drm.ts';

describe('the configuration of Shaka', () => {
  const chosen = {
    certificateUrl: null,
    audioRobustness: '3000',
    videoRobustness: '3000',
    keepsLicences: false,
    name: 'com.microsoft.playready.recommendation',
  } as const;

  test('is one server, and its robustness, under the name that manifests give PlayReady', () => {
    expect(buildDrmConfiguration(chosen, 'x://licence', null)).toEqual({
      servers: {
        'com.microsoft.playready': 'x://licence',
        'com.microsoft.playready.recommendation': 'x://licence',
      },
      advanced: {
        'com.microsoft.playready': { audioRobustness: ['3000'], videoRobustness: ['3000'] },
        'com.microsoft.playready.recommendation': {
          audioRobustness: ['3000'],
          videoRobustness: ['3000'],
        },
      },
      preferredKeySystems: ['com.microsoft.playready.recommendation'],
      keySystemsMapping: { 'com.microsoft.playready': 'com.microsoft.playready.recommendation' },
    });
  });

  test('is what the browser keeps, where it keeps licences', () => {
    const kept = [{ sessionId: 's', initDataType: 'cenc', initData: Uint8Array.of(1) }];
    const keeping = { ...chosen, name: 'com.widevine.alpha', keepsLicences: true } as const;
    expect(buildDrmConfiguration(keeping, 'x://licence', null, kept)).toMatchObject({
      persistentSessionOnlinePlayback: true,
      persistentSessionsMetadata: kept,
      advanced: {
        'com.widevine.alpha': { persistentStateRequired: true, sessionType: 'persistent-license' },
      },
    });
  });

  test('holds the certificate of FairPlay', () => {
    const serverCertificate = Uint8Array.of(1, 2);
    const fairPlay = { ...chosen, name: 'com.apple.fps', videoRobustness: '' } as const;
    const { servers, advanced } = buildDrmConfiguration(fairPlay, 'x://licence', serverCertificate);
    expect(servers).toEqual({ 'com.apple.fps': 'x://licence' });
    expect(advanced['com.apple.fps']).toMatchObject({ serverCertificate, videoRobustness: [] });
  });
});
