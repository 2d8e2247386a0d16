import type { ConfigSection } from '@prahari/contract';

/** Its id in the page. */
export const nameSection = (section: ConfigSection) => `settings-${section}`;
