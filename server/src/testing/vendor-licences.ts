import type { ServerResponse } from 'node:http';
import {
  type DrmDriver,
  endpoints,
  type FairPlaySettings,
  type ServiceTrouble,
  type VendorSystem,
  vendorSystems,
} from '@prahari/contract';
import { afterAll, afterEach } from 'vitest';
import { startLicenceService, widevineTest } from './licence-service.ts';
import { addReadyVideo } from './ready-video.ts';
import { startTestServer, type TestServer, testPassword } from './start-test-server.ts';

const { drm, drmAdmin, videos } = endpoints;

export const cloudSecrets = {
  signingKey: widevineTest.signingKey,
  signingIv: widevineTest.signingIv,
};
const cloudAt = (licenceUrl: string) =>
  ({
    driver: 'widevine-cloud',
    licenceUrl,
    provider: widevineTest.provider,
    padding: 'pkcs7',
  }) as const;

/**
 * For all tests of a file: a server, and a licence service beside it that each test finds as new,
 * with nothing configured. `cloud` is what leads to it.
 */
export async function openLicensing(environment: Record<string, string> = {}) {
  const [server, service] = await Promise.all([
    startTestServer({ environment }),
    startLicenceService(),
  ]);
  afterEach(async () => {
    await removeProviders(server);
    service.startAnew();
  });
  afterAll(async () => {
    await server.stop();
    await service.stop();
  });
  return { server, service, cloud: cloudAt(service.url('cloud')) };
}

/** The expected refusal of a call. */
export const refusal = (status: number, reason: string) => ({ status, reason });

/** Self-signed, for tests alone. */
export const fairPlayCertificate =
  'MIIBdTCCARugAwIBAgIUc+NdIGyJSrSYHu83mSUUnIbVIL4wCgYIKoZIzj0EAwIwDzENMAsGA1UEAwwEdGVzdDAgFw0yNjExMjEyMzQ5MDFaGA8yMTI2MTAyODIzNDkwMVowDzENMAsGA1UEAwwEdGVzdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABOZWpHw57FOd4mE9T6i4GYqBOSqqotBurZJiTnEEWiZ8+QAXC4GWdWAWtXZSj2Vugx4UcwXXAT2evzAg41dpCXejUzBRMB0GA1UdDgQWBBROryqbmKsBvHhlJSycBMddoA663jAfBgNVHSMEGDAWgBROryqbmKsBvHhlJSycBMddoA663jAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0gAMEUCIQDvBaFqbkUKZzQDCaA8JTSoMPZwxe6IRWEDMQq/nu0DzgIgMHUKyyaWWyteiPimvqRGwfN98TBzC7w0Y5lW40LneBQ=';

/** As a super administrator does on the screen. */
export async function configureProvider(
  server: TestServer,
  system: VendorSystem,
  settings: DrmDriver,
  secrets: Record<string, string>,
  fairPlay: FairPlaySettings | null = null,
): Promise<void> {
  const root = await server.superAdmin();
  const { items } = await root.call(drmAdmin.listProviders, {});
  const version = items.find((item) => item.system === system)?.version ?? 0;
  const body = { version, enabled: true, settings, fairPlay, secrets };
  await root.call(drmAdmin.setProvider, { params: { system }, body });
}

async function removeProviders(server: TestServer): Promise<void> {
  const root = await server.superAdmin();
  for (const system of vendorSystems) {
    await root.call(drmAdmin.removeProvider, { params: { system } });
  }
}

/** A learner who opened a video. */
export async function watchVideo(
  server: TestServer,
  classes: readonly ('AUDIO' | 'SD' | 'HD')[] = ['AUDIO', 'SD', 'HD'],
) {
  const learner = await server.newUser();
  await learner.confirmPassword(testPassword);
  const video = await addReadyVideo(server, { classes });
  const { userToken } = await learner.call(drm.generateToken, { body: { videoId: video.videoId } });
  const stream = await learner.call(videos.stream, {
    params: { id: video.videoId },
    body: { userToken },
  });
  return { learner, ...video, stream, query: { playbackSession: stream.playbackSessionId } };
}

const field = (number: number, value: Buffer) =>
  Buffer.concat([Buffer.of(number * 8 + 2, value.length), value]);

/** A licence request of a CDM that names these keys. */
export function buildChallenge(keyIds: readonly Buffer[]): Uint8Array<ArrayBuffer> {
  const pssh = Buffer.concat(keyIds.map((keyId) => field(2, keyId)));
  const request = field(2, field(1, field(1, pssh)));
  return new Uint8Array(Buffer.concat([Buffer.of(8, 1), field(2, request)]));
}

/** As PlayReady writes key ids: GUIDs, little-endian. */
const guidOf = (keyId: Buffer) =>
  Buffer.from([3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15].map((at) => keyId[at] ?? 0));

/** A licence acquisition of PlayReady for these keys. */
export function buildSoap(keyIds: readonly Buffer[]): Uint8Array<ArrayBuffer> {
  const kids = keyIds.map((id) => `<KID VALUE="${guidOf(id).toString('base64')}"></KID>`);
  const header = `<WRMHEADER xmlns="http://schemas.microsoft.com/DRM/2007/03/PlayReadyHeader">${kids.join('')}</WRMHEADER>`;
  return new Uint8Array(
    Buffer.from(`<Envelope><AcquireLicense>${header}</AcquireLicense></Envelope>`),
  );
}

/** The failures of this user as shown to administrators. */
export async function listFailures(server: TestServer, userId: string): Promise<ServiceTrouble[]> {
  const root = await server.superAdmin();
  const { failures } = await root.call(drmAdmin.overview, { query: { timeRange: '1h' } });
  return failures
    .filter((one) => one.userId === userId)
    .map(({ fault, detail }) => ({ fault, detail }));
}

/** Keeps what a response returns out of the type of an answer. */
export const answering =
  (answer: (response: ServerResponse) => unknown) =>
  (response: ServerResponse): void => {
    answer(response);
  };
