import { type DrmSystem, idSchema } from '@prahari/contract';
import * as z from 'zod/mini';
import type { SessionCaller } from '../../../platform/http/caller.ts';
import { playbackEnded, playbackNotNamed, reasonOfEnd } from '../drm.errors.ts';
import type { DrmPorts } from '../ports.ts';
import type { LicenceFacts } from './licence-recorder.adapter.ts';

export interface NamedPlayback {
  readonly playbackSession?: string | undefined;
  /** By the header of the specification; only a claim. */
  readonly videoId: string | undefined;
}

/** Of which playback session a licence request is, by its id or by its video alone. */
export function createLicencePlayback(
  deps: Pick<DrmPorts, 'solePlayback'> & { readonly facts: Pick<LicenceFacts, 'refused'> },
) {
  /**
   * @returns an id, which the request is still to be checked against
   * @throws AppError 400 where it is not named, or playback_session_unclear; 403 by `playbackEnded`
   */
  return async function playbackOf(
    system: DrmSystem,
    caller: SessionCaller,
    { playbackSession, videoId }: NamedPlayback,
  ): Promise<string> {
    if (playbackSession !== undefined) return playbackSession;
    const named = z.safeParse(idSchema, videoId);
    if (!named.success) throw playbackNotNamed();
    const id = await deps.solePlayback(caller, named.data);
    if (id !== null) return id;
    await deps.facts.refused(system, caller, null, reasonOfEnd('over'));
    throw playbackEnded('over');
  };
}

export type LicencePlayback = ReturnType<typeof createLicencePlayback>;
