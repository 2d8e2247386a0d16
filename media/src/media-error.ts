const explanations = {
  empty_file: 'The file is empty. Choose the video again and upload it.',
  unknown_format:
    'This file cannot be read as a video. Export the video as MP4 and upload that. MOV, MKV, WebM, AVI, WMV, FLV, 3GP, MPG, VOB and M2TS also work.',
  playlist_file:
    'This file is a playlist (a list of addresses), not a video. Upload the video file itself.',
  archive_file:
    'This file is an archive (ZIP, RAR, 7z or similar), not a video. Unpack it and upload the video inside.',
  picture_file:
    'This file is a picture or a drawing, not a video. Upload a video file, such as an MP4.',
  endless_file:
    'The video takes far more time or space than a video of its length should. Export it again as a standard MP4 and upload that.',
  no_index:
    'The video has no index because the recording or a copy was interrupted. Export or copy the original again and upload that.',
  cut_short: 'The end of the video is missing. Copy the original again and upload the whole file.',
  no_video:
    'The file has sound but no picture. In a video editor, add a still picture such as a slide and upload the MP4.',
  too_short: 'The video is shorter than half a second. Check that you chose the right file.',
  too_long: 'The video is longer than 24 hours. Split it into shorter videos.',
  unknown_duration:
    'The file does not say how long the video is. Export it again as a standard MP4 and upload that.',
  too_large_picture:
    'The picture is larger than 8192 × 4352. Export the video at 4K (3840 × 2160) or smaller.',
  unusable_picture:
    'The picture is smaller than 16 pixels or more than eight times as wide as high (or the reverse). Export the video in a standard size such as 1280 × 720.',
  broken_file:
    'The video is damaged and cannot be fully converted. Play the original to the end to check it, then export it again and upload that.',
  unusable_path:
    'The path of the media folder contains a character that cannot be used (a comma or a control character). Move the data folder.',
  not_protected:
    'The encrypted video did not pass its check and was not published. Try again. If it fails again, send the log to support.',
  disk_full: 'The disk is full. Free some space and try again.',
  tool_missing: 'A program needed to process video is missing.',
  tool_failed: 'The video could not be processed. Try again; the reason is in the server log.',
  timed_out:
    'Processing took too long and was stopped. Try again when the server is less busy, or upload a shorter video.',
  cancelled: 'Processing was cancelled.',
} as const;

/** Why a media step failed; closed, so that callers can switch over it. */
export type MediaErrorCode = keyof typeof explanations;

/** Every code, for tables that must cover them all. */
export const mediaErrorCodes: readonly MediaErrorCode[] = Object.keys(explanations).filter(
  (code): code is MediaErrorCode => code in explanations,
);

/**
 * The only error this package throws for bad input, a failing tool or cancellation. `message` is
 * written for an administrator; `log` is raw tool output for the server's log and may name local
 * paths, so it must not be sent to a client.
 */
export class MediaError extends Error {
  readonly code: MediaErrorCode;
  readonly log: string;

  constructor(code: MediaErrorCode, more: { detail?: string; log?: string; cause?: unknown } = {}) {
    const text = more.detail ? `${explanations[code]} ${more.detail}` : explanations[code];
    super(text, more.cause === undefined ? undefined : { cause: more.cause });
    this.name = 'MediaError';
    this.code = code;
    this.log = more.log ?? '';
  }
}

/** The kernel's limits of time and of file size, as ffmpeg or its parent tell them. */
const outOfBounds = /^exit SIGX|received signal (?:24|25)\b|File too large/;
const oversized = /max pixel count|picture size .* is invalid/i;

/** Tells whether a reader said that it met a picture larger than it was told to decode. */
export function isOversized(log: string): boolean {
  return oversized.test(log);
}

/** Blames the file when the reader gave up, and the machine when it was killed. */
export function toSourceFault(error: unknown): unknown {
  if (!(error instanceof MediaError) || error.code !== 'tool_failed') return error;
  if (outOfBounds.test(error.log)) return new MediaError('endless_file', { log: error.log });
  if (error.log.startsWith('exit SIG')) return error;
  const code = isOversized(error.log) ? 'too_large_picture' : 'broken_file';
  return new MediaError(code, { log: error.log, cause: error });
}
