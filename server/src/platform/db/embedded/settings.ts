import path from 'node:path';

/**
 * Longest socket path that `bind` accepts: `sun_path` is 108 bytes on Linux, 104 on macOS, with a
 * final NUL.
 */
const SOCKET_PATH_LIMIT_BYTES = { linux: 107, other: 103 } as const;
const MEBIBYTE = 1024 * 1024;

const DEFAULT_PORT = 5432;

export type ServerPlan = {
  readonly socketDir: string;
  /** Also listen on 127.0.0.1 at this port. */
  readonly tcpPort: number | undefined;
  readonly totalMemoryBytes: number;
  /**
   * The process that started the server; a later start reads it to distinguish an orphan from a
   * sibling's server.
   */
  readonly launcherPid: number;
};

/**
 * Tells whether the name of the socket file that PostgreSQL makes in `socketDir` fits into
 * `sun_path`.
 */
export function doesSocketFit(socketDir: string, platform: NodeJS.Platform): boolean {
  const limit =
    platform === 'linux' ? SOCKET_PATH_LIMIT_BYTES.linux : SOCKET_PATH_LIMIT_BYTES.other;
  return Buffer.byteLength(path.join(socketDir, '.s.PGSQL.65535')) <= limit;
}

/**
 * Lists server settings by name, sized for a machine that also runs the application and ffmpeg: an
 * eighth of the memory for the buffers, between 32 and 512 MiB.
 */
export function listServerSettings(plan: ServerPlan): Readonly<Record<string, string>> {
  const eighth = Math.floor(plan.totalMemoryBytes / MEBIBYTE / 8);
  const sharedBuffers = Math.min(512, Math.max(32, eighth));
  return {
    cluster_name: formatClusterName(plan.launcherPid),
    listen_addresses: plan.tcpPort === undefined ? '' : '127.0.0.1',
    port: String(plan.tcpPort ?? DEFAULT_PORT),
    unix_socket_directories: quoteListItem(plan.socketDir),
    unix_socket_permissions: '0700',
    // A container's /dev/shm is often 64 MB, and a leftover file there blocks the next start.
    dynamic_shared_memory_type: 'mmap',
    max_connections: '100',
    shared_buffers: `${sharedBuffers}MB`,
    effective_cache_size: `${sharedBuffers * 4}MB`,
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    max_parallel_workers_per_gather: '1',
    jit: 'off',
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    wal_compression: 'on',
    max_wal_size: '1GB',
    random_page_cost: '1.1',
    idle_in_transaction_session_timeout: '60s',
    log_destination: 'stderr',
    logging_collector: 'off',
    log_line_prefix: '',
    log_timezone: 'UTC',
    timezone: 'UTC',
  };
}

/** Settings as arguments of `postgres`. */
export function formatSettingArguments(settings: Readonly<Record<string, string>>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

export function formatClusterName(launcherPid: number): string {
  return `prahari_${launcherPid}`;
}

/** Reads the launcher's process id out of a server's command line. */
export function parseLauncherPid(commandLine: string): number | undefined {
  const found = /\bcluster_name=prahari_([1-9]\d*)(?:\s|$)/.exec(commandLine);
  return found?.[1] === undefined ? undefined : Number(found[1]);
}

/** `unix_socket_directories` is a comma-separated list, so a path with a comma or blank needs quotes. */
function quoteListItem(item: string): string {
  return `"${item.replaceAll('"', '""')}"`;
}

export type ConnectionTarget = {
  readonly user: string;
  readonly password: string;
  readonly database: string;
  readonly socketDir: string;
  readonly port: number;
};

/** Builds a libpq URI that reaches the server by its Unix socket. */
export function buildConnectionString(target: ConnectionTarget): string {
  const { user, password, database, socketDir, port } = target;
  const credentials = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
  return `postgresql://${credentials}@/${database}?host=${encodeURIComponent(socketDir)}&port=${port}`;
}
