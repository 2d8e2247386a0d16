import type { CatalogueOf } from './catalogue.ts';
import { lesson } from './hi/lesson.ts';
import { playerTrouble } from './hi/player-trouble.ts';

export const hiLesson: CatalogueOf<'lesson'> = { lesson, playerTrouble };
