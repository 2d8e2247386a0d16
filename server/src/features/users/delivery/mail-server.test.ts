import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readSettings } from '../../../platform/config/setting.ts';
import { StartError } from '../../../platform/errors/app-error.ts';
import { usersSettings } from '../users.config.ts';
import { openMailServer } from './mail-server.adapter.ts';

const from = 'Prahari <no-reply@example.org>';
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'prahari-mail-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function open(environment: Record<string, string>, password?: string) {
  const file = path.join(folder, 'password');
  if (password !== undefined) await writeFile(file, password);
  const account = password === undefined ? {} : { SMTP_USER: 'prahari', SMTP_PASSWORD_FILE: file };
  const all = { SMTP_FROM: from, ...account, ...environment };
  return openMailServer(readSettings(usersSettings, all));
}

describe('the settings', () => {
  it('without an address make no mail server', async () => {
    expect(await open({})).toBeUndefined();
  });

  it.each([
    ['smtps://mail.example.org', { host: 'mail.example.org', port: 465, tls: 'from-the-start' }],
    ['smtp://mail.example.org', { host: 'mail.example.org', port: 587, tls: 'starttls' }],
    ['smtp://mail.example.org:25', { host: 'mail.example.org', port: 25, tls: 'starttls' }],
    ['smtp://localhost.example.org', { tls: 'starttls' }],
    ['smtp://127.0.0.1:2525', { host: '127.0.0.1', port: 2525, tls: 'none' }],
    ['smtp://[::1]', { host: '::1', port: 587, tls: 'none' }],
  ])('%s decides about TLS', async (url, expected) => {
    expect(await open({ SMTP_URL: url })).toMatchObject({ ...expected, auth: undefined, from });
  });

  it('take the password out of its file, without the end of the line', async () => {
    const server = await open({ SMTP_URL: 'smtps://mail.example.org' }, 's3 cr3t\n');
    expect(server?.auth).toEqual({ user: 'prahari', pass: 's3 cr3t' });
  });

  const url = { SMTP_URL: 'smtps://mail.example.org' };
  it.each([
    ['SMTP_URL', { SMTP_URL: 'https://mail.example.org' }, undefined],
    ['SMTP_URL', { SMTP_URL: 'mail.example.org:465' }, undefined],
    ['SMTP_URL', { SMTP_URL: 'smtp://' }, undefined],
    ['SMTP_URL', { SMTP_URL: 'smtp://user:s3cr3t@mail.example.org' }, undefined],
    ['SMTP_FROM', { ...url, SMTP_FROM: '' }, undefined],
    ['SMTP_FROM', { ...url, SMTP_FROM: 'Prahari s3cr3t' }, undefined],
    ['SMTP_FROM', { ...url, SMTP_FROM: 'a@b.org, s3cr3t@b.org' }, undefined],
    ['SMTP_FROM', { ...url, SMTP_FROM: 'A <a@b.org>\r\nBcc: s3cr3t@b.org' }, undefined],
    ['SMTP_USER', { ...url, SMTP_USER: 's3cr3t' }, undefined],
    ['SMTP_USER', { ...url, SMTP_USER: '' }, 's3cr3t'],
    ['SMTP_PASSWORD_FILE', url, '\n'],
    ['SMTP_PASSWORD_FILE', { ...url, SMTP_PASSWORD_FILE: '/does/not/exist' }, undefined],
  ])('that name a wrong %s are refused without the value', async (variable, settings, password) => {
    const error = await open(settings, password).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(StartError);
    expect(String(error)).toContain(variable);
    expect(String(error)).not.toContain('s3cr3t');
  });
});
