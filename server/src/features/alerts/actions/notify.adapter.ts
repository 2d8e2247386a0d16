import { readFile } from 'node:fs/promises';
import { Agent, request } from 'undici';
import { StartError } from '../../../platform/errors/app-error.ts';
import { isPrivateHost } from '../../../platform/outgoing/private-address.ts';
import { lookUpPublic } from '../../../platform/outgoing/public-lookup.ts';
import type { SendMail } from '../../users/index.ts';
import type { AlertsConfig } from '../alerts.config.ts';
import { signWebhook } from './webhook.rules.ts';

const timeoutMs = 10_000;
const leastSecretCharacters = 24;
/** Nobody reads the answer. */
const maxAnswerBytes = 64 * 1024;

/** What is told of an alert: no phone number, no address of a person. */
export interface AlertMessage {
  readonly id: string;
  readonly title: string;
  readonly category: string;
  readonly severity: string;
  readonly message: string;
  readonly isTest: boolean;
  readonly url: string | null;
}

/** Tells somebody outside of an alert. @throws Error in a word, to be tried again */
export interface Notifier {
  readonly name: string;
  send(delivery: { readonly id: string }, alert: AlertMessage, signal: AbortSignal): Promise<void>;
}

/** Creates the notifiers that are configured. @throws StartError */
export async function openNotifiers(
  settings: AlertsConfig,
  sendMail: SendMail | undefined,
): Promise<readonly Notifier[]> {
  return [...readMailNotifiers(settings, sendMail), ...(await readWebhooks(settings))];
}

function readMailNotifiers(settings: AlertsConfig, sendMail: SendMail | undefined): Notifier[] {
  const addresses = (settings.alertEmails ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
  if (addresses.length === 0) return [];
  if (!sendMail) throw new StartError('ALERT_EMAILS needs a mail server: set SMTP_URL.');
  const wrong = addresses.find((one) => !/^[^<>@\s,;]+@[^<>@\s,;]+$/.test(one));
  if (wrong !== undefined) throw new StartError('ALERT_EMAILS holds what is no e-mail address.');
  return addresses.map((to) => ({
    name: `email:${to}`,
    send: (_, alert, signal) => sendMail({ to, ...writeMail(alert) }, signal),
  }));
}

async function readWebhooks(settings: AlertsConfig): Promise<Notifier[]> {
  const { alertWebhookUrl: address, alertWebhookSecretFile: file } = settings;
  if (address === undefined) return [];
  const allowsPrivate = settings.alertWebhookPrivate === 'on';
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || (url.protocol !== 'https:' && !(allowsPrivate && url.protocol === 'http:'))) {
    throw new StartError('ALERT_WEBHOOK_URL must be an https:// address.');
  }
  if (!allowsPrivate && isPrivateHost(url.hostname)) {
    throw new StartError(
      'ALERT_WEBHOOK_URL lies in a private network: set ALERT_WEBHOOK_PRIVATE=on if that is meant.',
    );
  }
  const secret = await readSecret(file);
  // Checks each address that it connects to: a name may resolve to another one each time.
  const dispatcher = new Agent({
    maxResponseSize: maxAnswerBytes,
    ...(allowsPrivate ? {} : { connect: { lookup: lookUpPublic() } }),
  });
  return [
    {
      name: 'webhook',
      async send({ id }, alert, signal) {
        const body = JSON.stringify({ type: 'alert', data: alert });
        const atSeconds = Math.floor(Date.now() / 1000);
        const answer = await request(url, {
          dispatcher,
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            ...signWebhook({ id, atSeconds, body }, secret),
          },
          body,
          signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
        }).catch((error: unknown) => {
          // Texts of errors may repeat the address, which may hold a secret.
          throw new Error(`The webhook was not reached: ${describeFault(error)}.`);
        });
        await answer.body.dump({ limit: maxAnswerBytes });
        if (answer.statusCode >= 300) {
          throw new Error(`The webhook answered ${answer.statusCode}.`);
        }
      },
    },
  ];
}

async function readSecret(file: string | undefined): Promise<string> {
  if (file === undefined) throw new StartError('Set ALERT_WEBHOOK_SECRET_FILE, too.');
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`ALERT_WEBHOOK_SECRET_FILE can't be read (${error.code ?? error.name}).`);
  });
  const secret = text.trim();
  if (secret.length < leastSecretCharacters) {
    throw new StartError(
      `ALERT_WEBHOOK_SECRET_FILE must hold at least ${leastSecretCharacters} characters.`,
    );
  }
  return secret;
}

function describeFault(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

function writeMail({ title, severity, message, isTest, url }: AlertMessage) {
  const mark = isTest ? 'Test: ' : '';
  return {
    subject: `[Prahari] ${mark}${severity}: ${title}`,
    text: [message, ...(url === null ? [] : ['', url]), ''].join('\n'),
  };
}
