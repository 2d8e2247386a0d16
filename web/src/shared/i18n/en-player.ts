import { player } from './en/player.ts';

/** Texts of the watch page, which come with it. */
export const enPlayer = { player } as const;
