import type { ProcessingFailure } from '@prahari/contract';

/** Why a lecture could not be made ready, and what to do, by the code of the server. */
export const failures = {
  empty_file: 'The file is empty. Choose the video again and upload it once more.',
  unknown_format:
    'This is not a video file that can be read. Export the video as MP4 and upload that; MOV, MKV, WebM, AVI, WMV, FLV, 3GP, MPG, VOB and M2TS are taken too.',
  playlist_file:
    'This file is a playlist (a list of addresses), not a video. Upload the video file itself.',
  archive_file:
    'This file is an archive (ZIP, RAR, 7z or similar), not a video. Unpack it and upload the video inside.',
  picture_file:
    'This file is a picture or a drawing, not a video. Upload a video file, such as an MP4.',
  endless_file:
    'The video takes far more time or room than a video of its length may. Export it again as an ordinary MP4 and upload that.',
  no_index:
    'The video has no index: the recording or a copy of it was interrupted before its end. Export or copy the original again and upload that.',
  cut_short: 'The end of the video is missing. Copy the original again and upload the whole file.',
  no_video:
    'The file has sound only and no picture. In a video editor, put the sound beside a still picture (a slide, for instance) and upload the MP4.',
  too_short: 'The video is shorter than half a second. Check that you chose the right file.',
  too_long: 'The video is longer than 24 hours. Split it into shorter lessons.',
  unknown_duration:
    'The file does not say how long the video is. Export it again as an ordinary MP4 and upload that.',
  too_large_picture:
    'The picture is larger than 8192 × 4352. Export the video at 4K (3840 × 2160) or smaller.',
  unusable_picture:
    'The picture is smaller than 16 pixels, or more than eight times as wide as high (or the reverse). Export the video in an ordinary size such as 1280 × 720.',
  broken_file:
    'The video is damaged and cannot be converted whole. Play the original to its end to check it, export it again and upload that.',
  unusable_path:
    'The folder for media has a character in its path that cannot be used. Ask whoever runs the server to move the data folder.',
  not_protected:
    'The encrypted video did not pass its check and was not published. Try again; if it fails once more, send the log to whoever runs the server.',
  disk_full: 'The disk of the server is full. Free some space; the work then goes on by itself.',
  tool_missing: 'The server lacks a program that it needs. Ask whoever runs it to install ffmpeg.',
  tool_failed:
    'The video could not be processed. Try again; the reason is in the log of the server.',
  timed_out:
    'It took too long and was stopped. Try again when the server is less busy, or upload a shorter video.',
  cancelled: 'It was cancelled.',
  server_fault: 'The server met a fault. Try again; the reason is in the log of the server.',
  interrupted:
    'The work was interrupted several times at the same place, so it was given up. Check the memory and the log of the server and try again.',
  source_missing: 'The uploaded file is no longer there. Upload the video again.',
  key_service_failed:
    'The key service gave no keys, so the video could not be encrypted. Try again in a while; if it fails once more, ask whoever runs the server to check the settings of the key service.',
} as const satisfies Record<ProcessingFailure, string>;
