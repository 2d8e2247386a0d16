import { readFile } from 'node:fs/promises';
import { StartError } from '../../../platform/errors/app-error.ts';
import type { UsersConfig } from '../users.config.ts';
import { type MailServer, readMailServer } from './mail-server.rules.ts';

/**
 * Reads the mail server with its password, which lies in a file so that no list of processes shows
 * it.
 * @throws StartError
 */
export async function openMailServer(settings: UsersConfig): Promise<MailServer | undefined> {
  const { smtpUrl, smtpPasswordFile: file } = settings;
  if (smtpUrl === undefined || file === undefined) return readMailServer(settings, undefined);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`SMTP_PASSWORD_FILE can't be read (${error.code ?? error.name}).`);
  });
  const password = text.replace(/\r?\n$/, '');
  if (password === '') throw new StartError('SMTP_PASSWORD_FILE holds no password.');
  return readMailServer(settings, password);
}
