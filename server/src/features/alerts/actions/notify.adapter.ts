import { readFile } from 'node:fs/promises';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Agent, request } from 'undici';
import { StartError } from '../../../platform/errors/app-error.ts';
import { isPrivateHost } from '../../../platform/outgoing/private-address.ts';
import { lookUpPublic } from '../../../platform/outgoing/public-lookup.ts';
import type { SendMail } from '../../users/index.ts';
import type { AlertsConfig } from '../alerts.config.ts';
import { signWebhook } from './webhook.rules.ts';

/** Of one severity. */
export const messagesPerHour = 20;
const usualLimits = { timeoutMs: 10_000, messagesPerHour };
const leastSecretCharacters = 24;
/** The answer is read to its end and ignored. */
const maxAnswerBytes = 64 * 1024;

/** The parts of an alert that are sent: no phone number, and no address of a person. */
export interface AlertMessage {
  readonly id: string;
  readonly title: string;
  readonly category: string;
  readonly severity: string;
  readonly message: string;
  readonly isTest: boolean;
  readonly url: string | null;
}

/** Sends alerts to a receiver outside. @throws Error with a short reason, to be tried again */
export interface Notifier {
  readonly name: string;
  send(delivery: Delivery, alert: AlertMessage, signal: AbortSignal): Promise<void>;
}

interface Delivery {
  readonly id: string;
  /** Whether an administrator wrote its rule. */
  readonly isByAdmin: boolean;
}

/** A notifier reached its hourly limit. Final: another try would not send more. */
export class TooManyMessages extends Error {
  override readonly name = 'TooManyMessages';

  constructor(perHour: number) {
    super(`More than ${perHour} messages of this severity in an hour.`);
  }
}

export type NotifierConfig = Omit<AlertsConfig, 'alertRetentionDays'>;

/** Creates the notifiers that are configured. @throws StartError */
export async function openNotifiers(
  settings: NotifierConfig,
  sendMail: SendMail | undefined,
  limits = usualLimits,
): Promise<readonly Notifier[]> {
  const all = [
    ...readMailNotifiers(settings, sendMail),
    ...(await readWebhooks(settings, limits.timeoutMs)),
  ];
  return all.map((notifier) => limitMessages(notifier, limits.messagesPerHour));
}

/**
 * Limits how often a notifier sends: an attacker with many addresses raises an alert by each. Each
 * severity has a count of its own, so that many minor alerts hide no severe one, and so have rules of
 * administrators, by which one could hide what the platform says about themselves. Messages of other
 * processes are counted in the database before.
 */
function limitMessages(notifier: Notifier, perHour: number): Notifier {
  const limiter = new RateLimiterMemory({ points: perHour, duration: 3600 });
  return {
    name: notifier.name,
    async send(delivery, alert, signal) {
      const key = `${delivery.isByAdmin ? 'admin' : 'product'} ${alert.severity}`;
      try {
        await limiter.consume(key);
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        throw new TooManyMessages(perHour);
      }
      try {
        await notifier.send(delivery, alert, signal);
      } catch (error) {
        // A failed message does not count.
        await limiter.reward(key);
        throw error;
      }
    },
  };
}

/**
 * Sends an alert by each notifier that did not succeed in an earlier try. One that fails does not stop
 * the others.
 * @param onNotified called after each success with the names of all that succeeded
 * @throws a failure that another try may mend, else that of a limit
 */
export async function notifyEach(
  notifiers: readonly Notifier[],
  message: Delivery & { readonly alert: AlertMessage },
  progress: {
    readonly notified: Iterable<string>;
    onNotified(names: readonly string[]): Promise<void>;
  },
  signal: AbortSignal,
): Promise<void> {
  const notified = new Set(progress.notified);
  const failures: unknown[] = [];
  for (const notifier of notifiers.filter(({ name }) => !notified.has(name))) {
    try {
      const { alert, ...delivery } = message;
      await notifier.send(delivery, alert, signal);
    } catch (error) {
      failures.push(error);
      continue;
    }
    notified.add(notifier.name);
    await progress.onNotified([...notified]);
  }
  if (failures.length === 0) return;
  throw failures.find((one) => !(one instanceof TooManyMessages)) ?? failures[0];
}

function readMailNotifiers(settings: NotifierConfig, sendMail: SendMail | undefined): Notifier[] {
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

async function readWebhooks(settings: NotifierConfig, timeoutMs: number): Promise<Notifier[]> {
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
