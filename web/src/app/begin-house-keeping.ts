import { keepHouse } from '../domain/video-cache/keep-house.ts';
import type { Session } from '../shared/api/session.ts';
import { currentLanguage, loadTexts, sayIn } from '../shared/i18n/i18n.ts';
import { feedbackDemand } from './feedback-demand.ts';

const minuteMs = 60_000;

/** Begins to keep the house of this page, and says where something is about to be lost. */
export async function begin(session: Session): Promise<void> {
  await keepHouse({ session, warn: (leftMs) => void warn(leftMs) });
}

async function warn(leftMs: number): Promise<void> {
  const [{ notify }] = await Promise.all([import('../ui/notify.ts'), loadTexts('account')]);
  feedbackDemand.want();
  const minutes = Math.max(1, Math.round(leftMs / minuteMs));
  // It comes every minute: each message replaces the one before.
  notify.info(sayIn(currentLanguage())('trouble.keptLessonsEnd', { minutes }), {
    id: 'kept-lessons-end',
  });
}
