import type { ProcessingFailure } from '@prahari/contract';

/** Why a lecture could not be made ready, and what to do, by the code of the server. */
export const failures = {
  empty_file: 'The file is empty. Choose the video again and upload it.',
  unknown_format:
    'This file can’t be read as a video. Export the video as MP4 and upload that. MOV, MKV, WebM, AVI, WMV, FLV, 3GP, MPG, VOB and M2TS also work.',
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
  too_long: 'The video is longer than 24 hours. Split it into shorter lessons.',
  unknown_duration:
    'The file doesn’t say how long the video is. Export it again as a standard MP4 and upload that.',
  too_large_picture:
    'The picture is larger than 8192 × 4352. Export the video at 4K (3840 × 2160) or smaller.',
  unusable_picture:
    'The picture is smaller than 16 pixels, or more than eight times as wide as high (or the reverse). Export the video in a standard size such as 1280 × 720.',
  broken_file:
    'The video is damaged and can’t be fully converted. Play the original to the end to check it, then export it again and upload that.',
  unusable_path:
    'The path of the media folder contains a character that can’t be used. Ask your server administrator to move the data folder.',
  not_protected:
    'The encrypted video didn’t pass its check and wasn’t published. Try again. If it fails again, send the log to your server administrator.',
  disk_full: 'The server’s disk is full. Free some space; processing will resume automatically.',
  tool_missing:
    'The server is missing a program that it needs. Ask your server administrator to install ffmpeg.',
  tool_failed: 'The video couldn’t be processed. Try again; the reason is in the server log.',
  timed_out:
    'Processing took too long and was stopped. Try again when the server is less busy, or upload a shorter video.',
  cancelled: 'Processing was cancelled.',
  server_fault: 'Something went wrong on the server. Try again; the reason is in the server log.',
  interrupted:
    'Processing was interrupted several times at the same point and was stopped. Check the server’s memory and log, then try again.',
  source_missing: 'The uploaded file is no longer available. Upload the video again.',
  key_service_failed:
    'The key service didn’t provide keys, so the video couldn’t be encrypted. Try again later. If it fails again, ask your server administrator to check the key service settings.',
} as const satisfies Record<ProcessingFailure, string>;
