/** As the server gives it: browser and system, both proper names. */
const BROWSER_ON_SYSTEM = /^(.+) on (.+)$/;

/** Parts of a device's description, to be put together in the language of the page; null for others. */
export function parseDevice(device: string): { browser: string; system: string } | null {
  const [, browser, system] = BROWSER_ON_SYSTEM.exec(device) ?? [];
  return browser && system ? { browser, system } : null;
}
