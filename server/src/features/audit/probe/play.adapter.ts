import { endpoints } from '@prahari/contract';
import * as z from 'zod/mini';
import { describeCall, readData } from '../checks/calls.rules.ts';
import type { Principal } from './principals.adapter.ts';
import type { ProbeAnswer } from './probe.adapter.ts';

const { auth, drm, videos } = endpoints;

/** A playback session of a throwaway account. */
export interface OpenedPlayback {
  readonly videoId: string;
  readonly playbackSessionId: string;
  /** For the `Cookie` header of requests for media. */
  readonly cookie: string;
  /** Paths, as the playlists of the session name them. */
  readonly playlist: string;
  readonly segments: readonly string[];
  /** As a licence request names them. */
  readonly keyIds: readonly string[];
  /** After so many violations access ends. */
  readonly violationsToTerminate: number;
}

const token = z.object({ userToken: z.string() });
const stream = z.object({
  playbackSessionId: z.string(),
  manifest: z.object({ text: z.string() }),
  policy: z.object({ violations: z.object({ terminateAt: z.number() }) }),
});
/** Some encoder's keys, where a manifest names none: no licence has them. */
const otherKeyId = 'AAAAAAAAAAAAAAAAAAAAAA';

/** Confirms the password, which opens the video-access session. @returns its cookie */
export async function confirmPassword({ account, call }: Principal): Promise<string> {
  const { password } = account;
  const answer = await call(describeCall(auth.validatePassword, { body: { password } }));
  if (answer.status !== 200) throw new Error(`a password was not confirmed: ${answer.status}`);
  return answer.setCookies.map((line) => line.split(';', 1)[0]).join('; ');
}

/** Gets a token that opens one playback of a video. */
export async function generateUserToken({ call }: Principal, videoId: string): Promise<string> {
  const answer = await call(describeCall(drm.generateToken, { body: { videoId } }));
  const data = readData(answer, token);
  if (!data) throw new Error(`a video could not be opened: ${answer.status}`);
  return data.userToken;
}

/** Sends the start of a playback; the answer is not judged. */
export function requestStream(
  { call }: Principal,
  videoId: string,
  userToken: string,
): Promise<ProbeAnswer> {
  return call(
    describeCall(videos.stream, { params: { id: videoId }, body: { userToken, takeOver: true } }),
  );
}

/** Opens a playback as a player does, and reads its playlists. */
export async function openPlayback(principal: Principal, videoId: string): Promise<OpenedPlayback> {
  const cookie = await confirmPassword(principal);
  const userToken = await generateUserToken(principal, videoId);
  const opened = await requestStream(principal, videoId, userToken);
  const data = readData(opened, stream);
  if (!data) throw new Error(`a playback could not be opened: ${opened.status}`);
  const { playbackSessionId, manifest, policy } = data;
  const query = { playbackSession: playbackSessionId };
  const list = await principal.call(
    describeCall(videos.manifestHls, { params: { id: videoId }, query }),
  );
  const playlist = listAddresses(list.text, list.path)[0];
  if (playlist === undefined) throw new Error(`a playback has no playlist: ${list.status}`);
  const media = await principal.call({ path: playlist, headers: { cookie } });
  return {
    videoId,
    playbackSessionId,
    cookie,
    playlist,
    segments: listAddresses(media.text, playlist),
    keyIds: listKeyIds(manifest.text),
    violationsToTerminate: policy.violations.terminateAt,
  };
}

/** Lists the addresses of a playlist (RFC 8216, section 4.1) as paths with their query. */
function listAddresses(playlist: string, at: string): string[] {
  return playlist
    .split(/\r?\n/)
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const { pathname, search } = new URL(line, `http://127.0.0.1${at}`);
      return `${pathname}${search}`;
    });
}

function listKeyIds(manifest: string): string[] {
  const found = [...manifest.matchAll(/default_KID="([0-9a-f-]{36})"/gi)];
  const ids = found.map(([, id = '']) =>
    Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url'),
  );
  return ids.length === 0 ? [otherKeyId] : [...new Set(ids)];
}
