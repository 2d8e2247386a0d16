export {
  decodeCkc,
  encodeSpc,
  isSpc,
  type RequestCodec,
  type ResponseCodec,
} from './fairplay.rules.ts';
export { faultOf, isAcquired, readAcquisition } from './playready.rules.ts';
export {
  envelopeOf,
  isWidevineAnswer,
  readChallenge,
  type WidevineSigner,
} from './widevine.rules.ts';
