import { player } from './en/player.ts';
import { protection } from './en/protection.ts';

/** Texts of the watch page, which come with it. */
export const enPlayer = { player, protection } as const;
