import type {
  DrmDriver,
  FairPlaySettings,
  ServiceFault,
  ServiceTrouble,
  VendorSystem,
} from '@prahari/contract';
import * as z from 'zod/mini';
import { decodeCkc } from '../formats/fairplay.rules.ts';
import { faultOf, isAcquired } from '../formats/playready.rules.ts';
import { isWidevineAnswer } from '../formats/widevine.rules.ts';

export interface ServiceAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: Buffer;
  readonly milliseconds: number;
}

/** What a service gave, or why that is nothing to pass on. */
export type Outcome =
  | { readonly licence: Buffer }
  | { readonly trouble: ServiceTrouble; readonly isTheirFault: boolean };

const cloudAnswer = z.object({ status: z.string(), license: z.optional(z.string()) });
const wrapped = z.object({ license: z.string() });
const statusShape = /^[A-Z_]{1,64}$/;

/**
 * Reads what a licence service meant: a licence, or a fault and whether asking again could help.
 */
export function readServiceAnswer(
  answer: ServiceAnswer,
  asked: {
    readonly system: VendorSystem;
    readonly settings: DrmDriver;
    readonly fairPlay: FairPlaySettings | null;
    readonly isCertificateRequest: boolean;
  },
): Outcome {
  const fault = asked.system === 'playready' ? faultOf(answer.body.toString('utf8')) : null;
  if (fault !== null) {
    return refused('playready_status', fault, false);
  }
  if (answer.status === 401 || answer.status === 403) {
    return refused('credentials', String(answer.status), true);
  }
  if (answer.status >= 300) {
    return refused('http_status', String(answer.status), answer.status >= 500);
  }
  if (asked.system === 'widevine') return readWidevine(answer, asked);
  if (asked.system === 'playready') {
    return isAcquired(answer.body.toString('utf8')) ? { licence: answer.body } : garbage();
  }
  const ckc = decodeCkc(answer.body, asked.fairPlay?.responseCodec ?? 'raw');
  return ckc ? { licence: ckc } : garbage();
}

function readWidevine(
  answer: ServiceAnswer,
  asked: { readonly settings: DrmDriver; readonly isCertificateRequest: boolean },
): Outcome {
  let licence = answer.body;
  if (asked.settings.driver === 'widevine-cloud') {
    const parsed = z.safeParse(cloudAnswer, jsonOf(answer.body));
    if (!parsed.success) return garbage();
    const { status, license } = parsed.data;
    if (status !== 'OK') {
      const word = statusShape.test(status) ? status : '?';
      return refused('widevine_status', word, status === 'INTERNAL_ERROR');
    }
    licence = Buffer.from(license ?? '', 'base64');
  } else if (answer.contentType.startsWith('application/json')) {
    // As DRMtoday may answer.
    licence = Buffer.from(z.safeParse(wrapped, jsonOf(answer.body)).data?.license ?? '', 'base64');
  }
  const wanted = asked.isCertificateRequest ? 'certificate' : 'licence';
  return isWidevineAnswer(licence, wanted) ? { licence } : garbage();
}

function jsonOf(body: Buffer): unknown {
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
