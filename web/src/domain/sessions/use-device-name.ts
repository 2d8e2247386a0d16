import { useText } from '../../shared/i18n/use-text.ts';
import { parseDevice } from './device-words.ts';

/** The server's value for a browser that does not identify itself. */
const UNKNOWN_DEVICE = 'Unknown device';

/** Puts the server's words for a device into the language of the page. */
export function useDeviceName(): (device: string) => string {
  const { t } = useText();
  return (device) => {
    const parts = parseDevice(device);
    if (parts) return t('sessions.browserOnSystem', parts);
    return device === UNKNOWN_DEVICE ? t('sessions.unknownDevice') : device;
  };
}
