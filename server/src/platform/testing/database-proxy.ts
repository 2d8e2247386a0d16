import net from 'node:net';

/** The state of the connection to the database: normal, refusing, silently dead, or slow. */
export type ProxyMode = 'open' | 'refusing' | 'silent' | { readonly statementDelayMs: number };

export interface DatabaseProxy {
  /** The same database, by way of the proxy. */
  readonly connectionString: string;
  set(mode: ProxyMode): void;
  /** Ends every connection at once. */
  dropAll(): void;
  stop(): Promise<void>;
}

/** Starts a proxy to a database, which a test can break. */
export async function startDatabaseProxy(
  target: string,
  ownAddress = '127.0.0.1',
): Promise<DatabaseProxy> {
  const url = new URL(target.replace('@/', '@localhost/'));
  const socketDir = url.searchParams.get('host');
  const port = Number(url.searchParams.get('port') ?? (url.port || 5432));
  let mode: ProxyMode = 'open';
  const pairs = new Set<readonly [net.Socket, net.Socket]>();

  const server = net.createServer((near) => {
    if (mode === 'refusing') {
      near.destroy();
      return;
    }
    const far = socketDir
      ? net.connect(`${socketDir}/.s.PGSQL.${port}`)
      : net.connect(port, url.hostname);
    const pair = [near, far] as const;
    pairs.add(pair);
    for (const socket of pair) {
      socket.on('error', () => {});
      socket.on('close', () => {
        pairs.delete(pair);
        for (const one of pair) one.destroy();
      });
    }
    /** Data sent while the connection is dead waits, like packets that are retransmitted. */
    const held: (() => void)[] = [];
    const carry = (bytes: Buffer, to: net.Socket) => {
      const deliver = () => void (to.destroyed || to.write(bytes));
      if (mode === 'silent') held.push(deliver);
      else deliver();
    };
    reopened.add(() => {
      for (const deliver of held.splice(0)) deliver();
    });
    let line = Promise.resolve();
    near.on('data', (bytes) => {
      if (typeof mode === 'object' && asksSomething(bytes)) {
        const { statementDelayMs } = mode;
        line = line.then(() => new Promise((done) => setTimeout(done, statementDelayMs)));
      }
      line = line.then(() => carry(bytes, far));
    });
    far.on('data', (bytes) => carry(bytes, near));
  });
  const reopened = new Set<() => void>();
  await new Promise<void>((done) => server.listen(0, ownAddress, done));
  const address = server.address();
  const ownPort = address !== null && typeof address === 'object' ? address.port : 0;

  function dropAll(): void {
    for (const [near] of pairs) near.destroy();
  }

  return {
    connectionString: `postgresql://${url.username}:${url.password}@${ownAddress}:${ownPort}${url.pathname}`,
    set(next) {
      mode = next;
      if (next === 'refusing') dropAll();
      if (next !== 'silent') for (const release of reopened) release();
    },
    dropAll,
    async stop() {
      dropAll();
      await new Promise((done) => server.close(done));
    },
  };
}

/**
 * Recognises a query or a Sync of the extended protocol; messages that open a connection are
 * neither.
 */
function asksSomething(bytes: Buffer): boolean {
  for (let at = 0; at + 5 <= bytes.length; at += 1 + bytes.readInt32BE(at + 1)) {
    const type = String.fromCharCode(bytes[at] ?? 0);
    if (type === 'Q' || type === 'S') return true;
    if (!/[PBDECHF]/.test(type)) return false;
  }
  return false;
}
