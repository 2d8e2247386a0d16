import type {
  DrmDriver,
  FairPlaySettings,
  ServiceFault,
  ServiceTrouble,
  VendorSystem,
} from '@prahari/contract';
import * as z from 'zod/mini';
import { decodeCkc } from '../formats/fairplay.rules.ts';
import { isAcquired, readFault } from '../formats/playready.rules.ts';
import { isWidevineAnswer } from '../formats/widevine.rules.ts';

export interface ServiceAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: Buffer;
  readonly milliseconds: number;
}

/** The answer of a service, or why it can't be passed on. */
export type Outcome =
  | { readonly licence: Buffer }
  | { readonly trouble: ServiceTrouble; readonly isTheirFault: boolean };

const cloudAnswer = z.object({ status: z.string(), license: z.optional(z.string()) });
const wrapped = z.object({ license: z.string() });
const statusShape = /^[A-Z_]{1,64}$/;

/**
 * Reads the answer of a licence service: a licence, or a fault and whether a retry could help.
 */
export function readServiceAnswer(
  answer: ServiceAnswer,
  request: {
    readonly system: VendorSystem;
    readonly settings: DrmDriver;
    readonly fairPlay: FairPlaySettings | null;
    readonly isCertificateRequest: boolean;
  },
): Outcome {
  const fault = request.system === 'playready' ? readFault(answer.body.toString('utf8')) : null;
  if (fault !== null) {
    return refused('playready_status', fault, false);
  }
  if (answer.status === 401 || answer.status === 403) {
    return refused('credentials', String(answer.status), true);
  }
  if (answer.status >= 300) {
    return refused('http_status', String(answer.status), answer.status >= 500);
  }
  if (request.system === 'widevine') return readWidevine(answer, request);
  if (request.system === 'playready') {
    return isAcquired(answer.body.toString('utf8')) ? { licence: answer.body } : garbage();
  }
  const ckc = decodeCkc(answer.body, request.fairPlay?.responseCodec ?? 'raw');
  return ckc ? { licence: ckc } : garbage();
}

function readWidevine(
  answer: ServiceAnswer,
  request: { readonly settings: DrmDriver; readonly isCertificateRequest: boolean },
): Outcome {
  let licence = answer.body;
  if (request.settings.driver === 'widevine-cloud') {
    const parsed = z.safeParse(cloudAnswer, parseJson(answer.body));
    if (!parsed.success) return garbage();
    const { status, license } = parsed.data;
    if (status !== 'OK') {
      const word = statusShape.test(status) ? status : '?';
      return refused('widevine_status', word, status === 'INTERNAL_ERROR');
    }
    licence = Buffer.from(license ?? '', 'base64');
  } else if (answer.contentType.startsWith('application/json')) {
    // A form in which DRMtoday may answer.
    licence = Buffer.from(
      z.safeParse(wrapped, parseJson(answer.body)).data?.license ?? '',
      'base64',
    );
  }
  const wanted = request.isCertificateRequest ? 'certificate' : 'licence';
  return isWidevineAnswer(licence, wanted) ? { licence } : garbage();
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

function refused(fault: ServiceFault, detail: string, isTheirFault: boolean): Outcome {
  return { trouble: { fault, detail }, isTheirFault };
}

function garbage(): Outcome {
  return refused('not_a_licence', '', true);
}
