import { readFile, stat } from 'node:fs/promises';
import { BlockList, isIP } from 'node:net';
import { defineOptionalTextSetting, type ValuesOf } from '../config/setting.ts';
import { StartError } from '../errors/app-error.ts';
import type { Log } from '../log/log.ts';
import { removeMapping } from './network.ts';

export const anonymiserSettings = {
  anonymisersFile: defineOptionalTextSetting(
    'ANONYMISERS_FILE',
    'List of networks that hide who uses them (exits of Tor, VPNs, hosting), one address or CIDR block a line, `#` before a remark; read again within ten minutes when it changes. A sign-in from there raises an alert.',
    'none: such sign-ins are not recognized',
  ),
} as const;

/** Lists of exits change by the hour. */
const lookEveryMs = 600_000;
/** Each sign-in is compared with all of them. */
const mostNetworks = 100_000;

export interface Anonymisers {
  /** Whether there is a list at all. */
  readonly hasData: boolean;
  /** Tells whether an address belongs to a network of the list. */
  has(address: string): boolean;
}

/**
 * Parses a list of networks.
 * @returns the networks, and how many lines are none
 */
export function parseNetworks(text: string): { networks: BlockList; count: number; bad: number } {
  const networks = new BlockList();
  let [count, bad] = [0, 0];
  for (const line of text.split('\n')) {
    const entry = line.replace(/#.*/, '').trim();
    if (entry === '') continue;
    if (count < mostNetworks && addNetwork(networks, entry)) count += 1;
    else bad += 1;
  }
  return { networks, count, bad };
}

function addNetwork(networks: BlockList, entry: string): boolean {
  const [address = '', bits, ...rest] = entry.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0 || address.includes('%')) return false;
  const longest = family === 4 ? 32 : 128;
  if (bits !== undefined && !/^\d{1,3}$/.test(bits)) return false;
  const length = bits === undefined ? longest : Number(bits);
  // Half of all addresses and more: a slip, which would accuse everybody.
  if (length < 2 || length > longest) return false;
  networks.addSubnet(address, length, family === 4 ? 'ipv4' : 'ipv6');
  return true;
}

/**
 * Opens the operator's list of networks.
 * @throws StartError when the file can't be read
 */
export async function openAnonymisers(
  { anonymisersFile: file }: ValuesOf<typeof anonymiserSettings>,
  log: Pick<Log, 'info' | 'warn'>,
  nowMs: () => number = Date.now,
): Promise<Anonymisers> {
  if (file === undefined) return { hasData: false, has: () => false };
  let networks = new BlockList();
  let changedMs = Number.NaN;
  let lookedMs = nowMs();

  async function look(name: string): Promise<void> {
    const { mtimeMs } = await stat(name);
    if (mtimeMs === changedMs) return;
    const read = parseNetworks(await readFile(name, 'utf8'));
    networks = read.networks;
    changedMs = mtimeMs;
    const { count, bad } = read;
    log.info({ file, networks: count }, 'networks that hide their users are known');
    if (bad > 0) log.warn({ file, lines: bad }, 'some lines of ANONYMISERS_FILE are no networks');
  }

  try {
    await look(file);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new StartError(`ANONYMISERS_FILE is ${file}, which can't be read: ${why}`);
  }
  return {
    hasData: true,
    has(address) {
      if (nowMs() - lookedMs >= lookEveryMs) {
        lookedMs = nowMs();
        // The old list is better than none.
        look(file).catch((err: unknown) =>
          log.warn({ err, file }, 'ANONYMISERS_FILE could not be read again'),
        );
      }
      const plain = removeMapping(address);
      const family = isIP(plain);
      return family !== 0 && networks.check(plain, family === 4 ? 'ipv4' : 'ipv6');
    },
  };
}
