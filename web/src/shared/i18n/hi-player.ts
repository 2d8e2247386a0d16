import type { CatalogueOf } from './catalogue.ts';
import { player } from './hi/player.ts';

export const hiPlayer: CatalogueOf<'player'> = { player };
