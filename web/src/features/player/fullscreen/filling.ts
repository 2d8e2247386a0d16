/**
 * What goes into fullscreen is the frame around the stage: it stays when one lesson follows another,
 * and fullscreen with it.
 */
export const frameAttribute = 'data-lesson-frame';

export function frameOf(stage: HTMLElement): HTMLElement {
  return stage.closest<HTMLElement>(`[${frameAttribute}]`) ?? stage;
}

/** Whether this stage fills the screen; a page or a picture in fullscreen is not enough. */
export function isFilling(stage: HTMLElement | null): boolean {
  const filling = document.fullscreenElement;
  return stage !== null && filling !== null && filling === frameOf(stage);
}
