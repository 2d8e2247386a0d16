import type { CatalogueOf } from './catalogue.ts';
import { player } from './hi/player.ts';
import { protection } from './hi/protection.ts';

export const hiPlayer: CatalogueOf<'player'> = { player, protection };
