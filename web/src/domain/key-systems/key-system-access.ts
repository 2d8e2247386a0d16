import type { HasAccess, WantedAccess } from './key-system.ts';

/** The lowest codec profile that every video uses. */
const videoType = 'video/mp4; codecs="avc1.42E01E"';
const audioType = 'audio/mp4; codecs="mp4a.40.2"';

/** Asks the browser itself. One that does not know `encryptionScheme` ignores it. */
export function requestAccess({
  name,
  audioRobustness,
  videoRobustness,
  scheme: encryptionScheme,
  keepsLicences,
}: WantedAccess): Promise<MediaKeySystemAccess> {
  const audio = { contentType: audioType, robustness: audioRobustness, encryptionScheme };
  const video = { contentType: videoType, robustness: videoRobustness, encryptionScheme };
  const initDataTypes = name === 'com.apple.fps' ? ['sinf', 'cenc'] : ['cenc'];
  // A list of kinds of initialisation data is met by any one of them.
  const wanted = { initDataTypes, audioCapabilities: [audio], videoCapabilities: [video] };
  const kept = { persistentState: 'required', sessionTypes: ['persistent-license'] } as const;
  const configuration = keepsLicences
    ? { ...wanted, ...kept, sessionTypes: [...kept.sessionTypes] }
    : wanted;
  return navigator.requestMediaKeySystemAccess(name, [configuration]);
}

/** An available one stays available, and some key systems take a while to answer. */
const answered = new Map<string, Promise<boolean>>();

/** Whether it is available. Asked again if not: browsers load some after their first start. */
export const browserKeySystems: HasAccess = (wanted) => {
  const question = JSON.stringify(wanted);
  const answer = answered.get(question) ?? isGranted(wanted);
  answered.set(question, answer);
  void answer.then((isThere) => {
    if (!isThere && answered.get(question) === answer) answered.delete(question);
  });
  return answer;
};

function isGranted(wanted: WantedAccess): Promise<boolean> {
  return requestAccess(wanted).then(
    () => true,
    () => false,
  );
}

/**
 * Tells whether the browser still has the licence of a session that it kept, with usable keys.
 * Checked before the library loads it, which would wait for keys that never arrive.
 */
export async function hasKeptSession(wanted: WantedAccess, sessionId: string): Promise<boolean> {
  try {
    const access = await requestAccess(wanted);
    const session = (await access.createMediaKeys()).createSession('persistent-license');
    const isThere = await session.load(sessionId);
    const isUsable = [...session.keyStatuses.values()].includes('usable');
    // It can be open once only, and is the library's next.
    if (isThere) await session.close();
    return isThere && isUsable;
  } catch {
    return false;
  }
}
