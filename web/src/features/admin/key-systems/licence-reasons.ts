/** Why a licence was not given, as administrators read it. */
const REASON_TEXTS = {
  playback_session_ended: 'keySystems.reason_ended',
  playback_moved: 'keySystems.reason_moved',
  access_terminated: 'keySystems.reason_terminated',
  drm_system_not_offered: 'keySystems.reason_notOffered',
  key_not_entitled: 'keySystems.reason_notEntitled',
  hardware_security_required: 'keySystems.reason_hardware',
  licence_service_unavailable: 'keySystems.reason_unavailable',
  licence_service_refused: 'keySystems.reason_refused',
} as const;

const isKnown = (reason: string): reason is keyof typeof REASON_TEXTS =>
  Object.hasOwn(REASON_TEXTS, reason);

/** The catalogue key of a reason; null for one that this page was not built with. */
export function findReasonTextKey(reason: string) {
  return isKnown(reason) ? REASON_TEXTS[reason] : null;
}
