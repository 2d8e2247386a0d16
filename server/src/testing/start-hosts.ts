import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import { type DatabaseProxy, startDatabaseProxy } from '../platform/testing/database-proxy.ts';
import { type Place, thisMachine } from './server-process.ts';

const run = promisify(execFile);
/** Short: names of links have at most 15 characters. */
const prefix = 'prh';
/** Of bridges, which otherwise take that of each new link that has a lower one. */
const bridgeMac = '02:00:00:00:00:01';

/** A machine of a test: it reaches nothing but the database, and what listens on `Hosts.address`. */
export interface Host extends Place {
  /** The database, as it is reached from there. */
  readonly databaseUrl: string;
  /** From now on packets between it and the database vanish, without a word to either. */
  cutFromDatabase(): Promise<void>;
  reconnect(): Promise<void>;
}

export interface Hosts {
  /** Why hosts are ports of this machine, which they then share; undefined: they are namespaces. */
  readonly refusal: string | undefined;
  /** Where hosts reach this machine, by another way than the database. */
  readonly address: string;
  add(databaseUrl: string): Promise<Host>;
  /** Removes them; end their processes first. */
  stop(): Promise<void>;
}

/**
 * Hosts in network namespaces, each with a cable to this machine and another to the database; where
 * those are not allowed, or with `TEST_HOSTS=ports`, hosts are ports of this machine. One set in a
 * process at a time.
 */
export async function startHosts(): Promise<Hosts> {
  const { network, refusal } = await openNetwork();
  if (refusal !== undefined) process.stderr.write(`Hosts are ports of this machine: ${refusal}\n`);
  const proxies: DatabaseProxy[] = [];
  return {
    refusal,
    address: network.address,
    async add(databaseUrl) {
      const { place, carry } = await network.add();
      const proxy = await startDatabaseProxy(databaseUrl, network.databaseAddress);
      proxies.push(proxy);
      const set = carry ?? (async (isCarried) => proxy.set(isCarried ? 'open' : 'silent'));
      return {
        address: place.address,
        command: place.command,
        databaseUrl: proxy.connectionString,
        cutFromDatabase: () => set(false),
        reconnect: () => set(true),
      };
    },
    async stop() {
      for (const proxy of proxies) await proxy.stop();
      await network.remove();
    },
  };
}

interface Network {
  readonly address: string;
  readonly databaseAddress: string;
  /** `carry` says whether packets between the place and the database arrive. */
  add(): Promise<{ place: Place; carry?: (isCarried: boolean) => Promise<void> }>;
  remove(): Promise<void>;
}

const onPorts: Network = {
  address: thisMachine.address,
  databaseAddress: thisMachine.address,
  add: async () => ({ place: thisMachine }),
  remove: async () => {},
};

async function openNetwork(): Promise<{ network: Network; refusal?: string }> {
  if (process.env['TEST_HOSTS'] === 'ports') return { network: onPorts, refusal: 'TEST_HOSTS' };
  if (process.getuid?.() !== 0) return { network: onPorts, refusal: 'this is not root' };
  return openNamespaces().then(
    (network) => ({ network }),
    (error: Error) => ({ network: onPorts, refusal: error.message }),
  );
}

/** @throws Error saying why namespaces can't be had */
async function openNamespaces(): Promise<Network> {
  const { pid } = process;
  const own = `${prefix}${pid}`;
  const removeOwn = () => removeOf((owner) => owner === pid);
  await removeOf((owner) => owner === pid || !existsSync(`/proc/${owner}`));
  const subnet = `10.${(pid >> 8) & 255}.${pid & 255}`;
  const [address, databaseAddress] = [`${subnet}.1`, `${subnet}.129`];
  let count = 0;

  async function addHost() {
    count += 1;
    const number = count;
    const name = `${own}-${number}`;
    const ownAddress = `${subnet}.${1 + number}`;
    const databaseCable = `${own}d${number}`;
    await ip(`netns add ${name}`);
    await ip(`-netns ${name} link set lo up`);
    await layCable({ name, to: `${own}o`, cable: `${own}o${number}`, address: ownAddress });
    const inDatabaseNetwork = `${subnet}.${129 + number}`;
    await layCable({ name, to: `${own}d`, cable: databaseCable, address: inDatabaseNetwork });
    return {
      place: { address: ownAddress, command: ['ip', 'netns', 'exec', name] },
      // The bridge drops what comes by the cable and what is to leave by it. Both ends stay up.
      carry: (isCarried: boolean) =>
        runSystem('bridge', `link set dev ${databaseCable} state ${isCarried ? 3 : 0}`),
    };
  }

  try {
    await addBridge(`${own}o`, address);
    await addBridge(`${own}d`, databaseAddress);
    // Shows whether all of it is allowed.
    await addHost();
  } catch (error) {
    await removeOwn();
    throw error;
  }
  return { address, databaseAddress, add: addHost, remove: removeOwn };
}

async function addBridge(name: string, address: string): Promise<void> {
  await ip(`link add ${name} address ${bridgeMac} type bridge`);
  await ip(`address add ${address}/25 dev ${name}`);
  await ip(`link set ${name} up`);
}

/** Hosts on one bridge don't reach each other. */
async function layCable(from: {
  readonly name: string;
  readonly to: string;
  readonly cable: string;
  readonly address: string;
}): Promise<void> {
  const { name, to, cable, address } = from;
  await ip(`link add ${cable} type veth peer name ${to} netns ${name}`);
  await ip(`link set ${cable} master ${to} up`);
  await ip(`link set ${cable} type bridge_slave isolated on`);
  await ip(`-netns ${name} address add ${address}/25 dev ${to}`);
  await ip(`-netns ${name} link set ${to} up`);
}

/** Removes what processes made, also those that were killed before they could do so. */
async function removeOf(isOwner: (pid: number) => boolean): Promise<void> {
  const listOwned = async (folder: string) => {
    const names = existsSync(folder) ? await readdir(folder) : [];
    return names.filter((name) => {
      const [, pid] = new RegExp(`^${prefix}(\\d+)`).exec(name) ?? [];
      return pid !== undefined && isOwner(Number(pid));
    });
  };
  // Another run may be removing the same.
  const ignore = () => {};
  for (const link of await listOwned('/sys/class/net'))
    await ip(`link delete ${link}`).catch(ignore);
  for (const name of await listOwned('/run/netns')) await ip(`netns delete ${name}`).catch(ignore);
}

const ip = (words: string) => runSystem('ip', words);

async function runSystem(program: string, words: string): Promise<void> {
  await run(program, words.split(' '), {
    env: { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` },
  });
}
