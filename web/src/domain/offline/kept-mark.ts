import { browserStorage } from '../../shared/storage/browser-storage.ts';

const storageKey = 'prahari.copies';

/** Tells whether copies may be in this browser: without any, their code is not needed to sign out. */
export const hasKeptCopies = () => browserStorage.getItem(storageKey) !== null;
export const noteKeptCopies = () => browserStorage.setItem(storageKey, '1');
export const noteNoCopies = () => browserStorage.removeItem(storageKey);
