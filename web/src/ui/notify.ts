import { type ExternalToast, toast } from 'sonner';

/** How long a message that is not an error stays (specification, section 9: feedback auto-hide). */
const AUTO_HIDE_MS = 5000;

export interface NotifyOptions {
  readonly description?: string;
  readonly action?: { readonly label: string; readonly onClick: () => void };
  /** Takes the place of the message of the same name that is still there. */
  readonly id?: string;
}

function withDuration(duration: number, { description, action, id }: NotifyOptions): ExternalToast {
  return {
    duration,
    ...(description ? { description } : {}),
    ...(action ? { action } : {}),
    ...(id ? { id } : {}),
  };
}

/** Feedback after an action. Errors stay until they are closed; everything else hides by itself. */
export const notify = {
  success: (message: string, options: NotifyOptions = {}) =>
    toast.success(message, withDuration(AUTO_HIDE_MS, options)),
  info: (message: string, options: NotifyOptions = {}) =>
    toast.info(message, withDuration(AUTO_HIDE_MS, options)),
  warning: (message: string, options: NotifyOptions = {}) =>
    toast.warning(message, withDuration(AUTO_HIDE_MS, options)),
  error: (message: string, options: NotifyOptions = {}) =>
    toast.error(message, withDuration(Number.POSITIVE_INFINITY, options)),
  dismiss: (id?: string | number) => toast.dismiss(id),
} as const;
