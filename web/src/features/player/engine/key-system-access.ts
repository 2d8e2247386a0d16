import type { HasAccess } from './key-system.ts';

/** What every lesson is coded in, at its least. */
const videoType = 'video/mp4; codecs="avc1.42E01E"';
const audioType = 'audio/mp4; codecs="mp4a.40.2"';

/** Asks the browser itself. One that does not know `encryptionScheme` ignores it. */
export const browserKeySystems: HasAccess = async ({
  name,
  audioRobustness,
  videoRobustness,
  scheme: encryptionScheme,
}) => {
  const audio = { contentType: audioType, robustness: audioRobustness, encryptionScheme };
  const video = { contentType: videoType, robustness: videoRobustness, encryptionScheme };
  const initDataTypes = name === 'com.apple.fps' ? ['sinf', 'cenc'] : ['cenc'];
  // A list of kinds of initialisation data is met by any one of them.
  const wanted = { initDataTypes, audioCapabilities: [audio], videoCapabilities: [video] };
  return navigator.requestMediaKeySystemAccess(name, [wanted]).then(
    () => true,
    () => false,
  );
};
