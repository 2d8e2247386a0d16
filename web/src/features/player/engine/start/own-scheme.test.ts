import { ApiError, type EncryptionScheme, type OfferedKeySystems } from '@prahari/contract';
import { describe, expect, test } from 'vitest';
import type { WantedAccess } from '../../../../domain/key-systems/key-system.ts';
import { aStream } from '../../testing/a-stream.ts';
import { createOwnScheme, type Opening } from './open-playback.ts';

const both: readonly EncryptionScheme[] = ['cbcs', 'cenc'];

const schemeMissing = new ApiError({
  status: 403,
  type: 'AuthorizationError',
  code: 'ACCESS_DENIED',
  message: '',
  details: { reason: 'encryption_scheme_missing' },
  correlationId: null,
});

/** A server with videos in these schemes, and a browser whose key system takes those. */
function device(
  first: readonly EncryptionScheme[],
  firstTaken: readonly EncryptionScheme[],
  keySystems = aStream.keySystems,
) {
  let [has, takes] = [first, firstTaken];
  const asked: (readonly EncryptionScheme[] | undefined)[] = [];
  const questions: WantedAccess[] = [];
  const openInOwnScheme = createOwnScheme(async (wanted) => {
    questions.push(wanted);
    return takes.includes(wanted.scheme);
  });
  const open = async (schemes: readonly EncryptionScheme[] | undefined): Promise<Opening> => {
    asked.push(schemes);
    const scheme = has.find((one) => schemes?.includes(one) ?? true);
    if (!scheme) throw schemeMissing;
    const others = has.filter((one) => one !== scheme);
    return { kind: 'opened', stream: { ...aStream, keySystems, encryption: { scheme, others } } };
  };
  const play = () => openInOwnScheme(open);
  /** The next video has other schemes, or key systems that take others. */
  function next(schemes: readonly EncryptionScheme[], taken: readonly EncryptionScheme[]) {
    asked.length = 0;
    [has, takes] = [schemes, taken];
    return play();
  }
  return { asked, questions, play, next };
}
const widevine: OfferedKeySystems = {
  'com.widevine.alpha': {
    licenseUrl: '',
    certificateUrl: null,
    robustness: [{ audio: '', video: '' }],
    mayKeepLicences: false,
  },
};
const schemeOf = (opening: Opening) =>
  opening.kind === 'opened' ? opening.stream.encryption.scheme : null;

describe('a video', () => {
  test('that exists in one scheme is opened once, without asking about Clear Key', async () => {
    const { asked, questions, play } = device(['cbcs'], ['cbcs']);
    expect(schemeOf(await play())).toBe('cbcs');
    expect([asked, questions]).toEqual([[undefined], []]);
  });

  test('is opened once where the choice of the server is taken', async () => {
    const { asked, questions, play } = device(both, both);
    expect(schemeOf(await play())).toBe('cbcs');
    expect(asked).toEqual([undefined]);
    expect(questions.map(({ scheme }) => scheme)).toEqual(['cbcs']);
  });

  test('is opened again in the scheme that is taken, and the next one at once', async () => {
    const { asked, play } = device(both, ['cenc']);
    expect(schemeOf(await play())).toBe('cenc');
    expect(asked).toEqual([undefined, ['cenc']]);
    expect(schemeOf(await play())).toBe('cenc');
    expect(asked).toEqual([undefined, ['cenc'], ['cenc']]);
  });

  test('after one in the other scheme is opened in its only one, and the earlier choice is forgotten', async () => {
    const { asked, play, next } = device(both, ['cenc']);
    await play();
    expect(schemeOf(await next(['cbcs'], both))).toBe('cbcs');
    expect(asked).toEqual([['cenc'], undefined]);
    expect(schemeOf(await next(both, both))).toBe('cbcs');
    expect(asked).toEqual([undefined]);
  });

  test('whose key systems accept another scheme than the previous one is opened in that', async () => {
    const { asked, play, next } = device(both, ['cenc']);
    await play();
    expect(schemeOf(await next(both, ['cbcs']))).toBe('cbcs');
    expect(asked).toEqual([['cenc'], ['cbcs']]);
  });

  test('is left as it was opened where no key system takes anything', async () => {
    const { asked, play } = device(both, []);
    expect(schemeOf(await play())).toBe('cbcs');
    expect(asked).toEqual([undefined]);
  });

  test('in no scheme that is taken is refused by the server', async () => {
    const { asked, play } = device(['cbcs'], ['cenc'], widevine);
    await expect(play()).rejects.toBe(schemeMissing);
    expect(asked).toEqual([undefined, ['cenc']]);
  });
});
