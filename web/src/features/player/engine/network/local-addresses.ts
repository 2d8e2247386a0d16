import type { Stream } from '@prahari/contract';
import type shaka from 'shaka-player/dist/shaka-player.dash.js';
import type { LicenceAnswers } from '../drm/licence-requests.ts';

export interface LocalAddresses {
  readonly manifestAddress: string;
  readonly licenceAddress: string;
  release(): void;
}

let opened = 0;

/**
 * Gives manifest and licences to the library under addresses with a private scheme, which never
 * leave the page: both are calls of the API, with its proofs, renewals and errors. Segments are
 * under a signed path, and the library fetches them itself.
 */
export function openLocalAddresses(
  library: typeof shaka,
  stream: Stream,
  licences: LicenceAnswers,
): LocalAddresses {
  opened += 1;
  const scheme = `prahari${opened}`;
  const manifestAddress = `${scheme}://stream/manifest`;
  const licenceAddress = `${scheme}://stream/licence`;

  async function answer(address: string, request: shaka.extern.Request) {
    if (address === manifestAddress) return stream.manifest.text;
    if (address === licenceAddress) return licences(request.body);
    const { Error: ShakaError } = library.util;
    const { Severity, Category, Code } = ShakaError;
    throw new ShakaError(Severity.CRITICAL, Category.NETWORK, Code.HTTP_ERROR, address);
  }

  library.net.NetworkingEngine.registerScheme(scheme, (originalUri, originalRequest) => {
    const response = answer(originalUri, originalRequest).then((text) => ({
      // Addresses in the manifest are relative to its original address.
      uri: new URL(stream.manifest.dash, window.location.href).href,
      originalUri,
      originalRequest,
      headers: {},
      data: typeof text === 'string' ? new TextEncoder().encode(text) : text,
    }));
    return library.util.AbortableOperation.notAbortable(response);
  });
  return {
    manifestAddress,
    licenceAddress,
    release: () => library.net.NetworkingEngine.unregisterScheme(scheme),
  };
}

/** Begins to give files to the library, and returns what ends that. */
export type OpenFiles = (library: typeof shaka) => () => void;

interface Giver {
  readonly base: string;
  readonly read: (name: string) => Promise<ArrayBuffer>;
}

/** All share one scheme: a playback may be opened while another one closes. */
const givers = new Set<Giver>();

/**
 * Gives the files below `base`, an address of this playback alone, from this device. A file that
 * can't be given ends playback; `read` knows why.
 */
export function giveFiles(base: string, read: Giver['read']): OpenFiles {
  return (library) => {
    const giver = { base, read };
    givers.add(giver);
    const { NetworkingEngine } = library.net;
    NetworkingEngine.registerScheme(new URL(base).protocol.slice(0, -1), (uri, originalRequest) => {
      const answer = async () => {
        try {
          const data = await readFrom(uri);
          return { uri, originalUri: uri, originalRequest, headers: {}, data };
        } catch {
          const { Error: ShakaError } = library.util;
          const { Severity, Category, Code } = ShakaError;
          // As a 404: what is said to be missing, the library would jump over.
          const said = [uri, 404] as const;
          throw new ShakaError(Severity.CRITICAL, Category.NETWORK, Code.BAD_HTTP_STATUS, ...said);
        }
      };
      return library.util.AbortableOperation.notAbortable(answer());
    });
    return () => void givers.delete(giver);
  };
}

/** Reads from the one that gives the files of that base. */
async function readFrom(address: string): Promise<ArrayBuffer> {
  const giver = [...givers].find(({ base }) => address.startsWith(base));
  if (!giver) throw new Error('no one gives this file');
  return giver.read(address.slice(giver.base.length));
}
