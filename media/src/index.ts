export {
  type ChosenEncoder,
  chooseEncoder,
  type EncoderChoice,
  encoderChoices,
} from './choose-encoder.ts';
export {
  type ContentKey,
  type ContentKeys,
  makeContentKeys,
  type QualityClass,
} from './content-keys.ts';
export type { Crew, Hands, Offer, PartMaker } from './crew.ts';
export { type DecryptRequest, decryptTrack } from './decrypt-track.ts';
export { type DemoClipRequest, makeDemoClip } from './demo-clip.ts';
export { moveDurably } from './durable-files.ts';
export type { VideoEncoder } from './encoders.ts';
export { softwareEncoder } from './encoders.ts';
export { extractCaptions } from './extract-captions.ts';
export {
  type AudioRendition,
  type Ladder,
  listQualityClasses,
  planLadder,
  splitLadder,
  type VideoRendition,
} from './ladder.ts';
export { makeSharedPart, PieceTooShort } from './make-part.ts';
export { makePictureTracks, type PictureTrack } from './make-picture-tracks.ts';
export { type MeasureRequest, measureSegments } from './measure-segments.ts';
export { MediaError, type MediaErrorCode, mediaErrorCodes } from './media-error.ts';
export { type EncryptionScheme, type PackageRequest, packageVideo } from './package-video.ts';
export {
  computeLargestFiles,
  damageMark,
  listPartFiles,
  type Part,
  type PartLengths,
  type PartPlan,
  type PartSource,
  planSharedParts,
} from './parts.ts';
export { type PictureRequest, reencodePicture } from './picture.ts';
export { pieceSeconds } from './pieces.ts';
export { makePoster, makeStill, type PosterRequest, posterPositions } from './poster.ts';
export { probe, requireUnchanged, type SourceFacts } from './probe.ts';
export type { Progress } from './progress.ts';
export { type MediaTools, resolveTools } from './resolve-tools.ts';
export { type SegmentPlan, shortestSegmentSeconds } from './segment-plan.ts';
export { planSlideFiles } from './slides.ts';
export { planStoryboardFiles } from './storyboard.ts';
export { makeThumbnail } from './thumbnail.ts';
export { type LadderRequest, type Transcoded, transcodeLadder } from './transcode.ts';
export type { VerifiedPackage } from './verify-package.ts';
export { type MadePart, verifyPart } from './verify-part.ts';
