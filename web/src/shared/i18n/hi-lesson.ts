import type { CatalogueOf } from './catalogue.ts';
import { playerTrouble } from './hi/player-trouble.ts';

export const hiLesson: CatalogueOf<'lesson'> = { playerTrouble };
