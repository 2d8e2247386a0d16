import { lesson } from './en/lesson.ts';
import { playerTrouble } from './en/player-trouble.ts';

/** Texts around a lesson that are not needed before its first picture. */
export const enLesson = { lesson, playerTrouble } as const;
