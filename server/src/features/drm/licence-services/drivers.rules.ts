import type { DrmDriver, FairPlaySettings, VendorSystem } from '@prahari/contract';
import { encodeSpc } from '../formats/fairplay.rules.ts';
import { signEnvelope } from '../formats/widevine.rules.ts';
import type { Entitlement } from './entitlement.rules.ts';
import { signAxinomMessage, signDrmTodayHeaders } from './vendor-tokens.rules.ts';

export interface ServiceRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

/** A licence request, as drivers need it. */
export interface LicenceQuestion {
  readonly system: VendorSystem;
  readonly challenge: Buffer;
  /** Null for the service's certificate, which every caller may have. */
  readonly entitlement: Entitlement | null;
  readonly fairPlay: FairPlaySettings | null;
  readonly now: Date;
}

export type Secrets = Readonly<Record<string, string>>;

/** Builds the request for one licence to a service. */
export async function buildServiceRequest(
  settings: DrmDriver,
  secrets: Secrets,
  request: LicenceQuestion,
): Promise<ServiceRequest> {
  const { licenceUrl: url } = settings;
  if (settings.driver === 'widevine-cloud') {
    const signer = {
      name: settings.provider,
      key: Buffer.from(secrets['signingKey'] ?? '', 'hex'),
      iv: Buffer.from(secrets['signingIv'] ?? '', 'hex'),
      padding: settings.padding,
    };
    const body = JSON.stringify(
      signEnvelope(buildCloudMessage(settings.provider, request), signer),
    );
    return { url, headers: { 'content-type': 'application/json' }, body };
  }
  const { contentType, body } = buildBody(request);
  const headers = { 'content-type': contentType, ...soapActionHeader(request.system) };
  return {
    url,
    headers: { ...headers, ...(await buildTokenHeaders(settings, secrets, request)) },
    body,
  };
}

/**
 * Builds the message of the Widevine cloud licence service. It contains every key of the video that
 * may be given, with the security that it needs; the service leaves out those that a device is not
 * secure enough for.
 */
function buildCloudMessage(provider: string, { challenge, entitlement }: LicenceQuestion): object {
  const payload = challenge.toString('base64');
  if (!entitlement) return { payload };
  const { keys, videoId, seconds, mayPersist } = entitlement;
  return {
    payload,
    content_id: Buffer.from(videoId).toString('base64'),
    provider,
    content_key_specs: keys.map(({ qualityClass, keyId, key, robustness }) => ({
      track_type: qualityClass,
      security_level: robustness.widevineLevel,
      required_output_protection: { hdcp: robustness.needsHdcp ? 'HDCP_V1' : 'HDCP_NONE' },
      key: key.toString('base64'),
      key_id: keyId.toString('base64'),
    })),
    use_policy_overrides_exclusively: true,
    policy_overrides: {
      can_play: true,
      can_persist: mayPersist,
      can_renew: false,
      license_duration_seconds: seconds,
      rental_duration_seconds: seconds,
      playback_duration_seconds: 0,
    },
  };
}

function buildBody({ system, challenge, entitlement, fairPlay }: LicenceQuestion) {
  if (system === 'fairplay') {
    return encodeSpc(challenge, fairPlay?.requestCodec ?? 'raw', entitlement?.videoId ?? '');
  }
  const contentType =
    system === 'playready' ? 'text/xml; charset=utf-8' : 'application/octet-stream';
  return { contentType, body: challenge };
}

function soapActionHeader(system: VendorSystem): Record<string, string> {
  if (system !== 'playready') return {};
  const action = 'http://schemas.microsoft.com/DRM/2007/03/protocols/AcquireLicense';
  return { soapaction: `"${action}"` };
}

async function buildTokenHeaders(
  settings: Exclude<DrmDriver, { driver: 'widevine-cloud' }>,
  secrets: Secrets,
  { entitlement, now, system }: LicenceQuestion,
): Promise<Record<string, string>> {
  if (settings.driver === 'axinom') {
    const key = Buffer.from(secrets['communicationKey'] ?? '', 'base64');
    const token = await signAxinomMessage(settings.communicationKeyId, key, entitlement, now);
    return { 'x-axdrm-message': token };
  }
  if (settings.driver === 'drmtoday') {
    return signDrmTodayHeaders(settings.merchant, secrets['sharedSecret'] ?? '', entitlement, now);
  }
  const custom = settings.headers.map(({ name, value }) => [
    name.toLowerCase(),
    fillTemplate(value, entitlement, secrets['secret'] ?? ''),
  ]);
  const customData = system === 'playready' && entitlement ? buildCustomData(entitlement) : {};
  return { ...customData, ...Object.fromEntries(custom) };
}

/** Builds PlayReady's custom data, which many services also accept as a header. */
function buildCustomData({ userId, sessionId, videoId }: Entitlement): Record<string, string> {
  const data = JSON.stringify({ userId, sessionId, videoId });
  return { 'http-header-customdata': Buffer.from(data).toString('base64') };
}

function fillTemplate(template: string, entitlement: Entitlement | null, secret: string): string {
  const values: Readonly<Record<string, string>> = {
    userId: entitlement?.userId ?? '',
    sessionId: entitlement?.sessionId ?? '',
    deviceId: entitlement?.deviceId ?? '',
    videoId: entitlement?.videoId ?? '',
    contentId: entitlement?.videoId ?? '',
    keyIds: entitlement?.keys.map(({ keyId }) => keyId.toString('hex')).join(',') ?? '',
    secret,
  };
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
