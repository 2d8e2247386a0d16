export { decodeCkc, encodeSpc, isSpc } from './fairplay.rules.ts';
export { withKeySystems } from './manifest-protection.rules.ts';
export { faultOf, isAcquired, readAcquisition } from './playready.rules.ts';
export { envelopeOf, isWidevineAnswer, readChallenge } from './widevine.rules.ts';
