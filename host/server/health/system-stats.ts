/**
 * Provides statistics of the machine and of this process (contract administration SystemStats). Values that the system
 * does not provide are -1.
 */
import { readFile, readdir, statfs } from 'node:fs/promises';
import { availableParallelism, cpus, freemem, loadavg, networkInterfaces, totalmem, uptime } from 'node:os';
import type {
  FileSystemStats,
  NetworkStats,
  OperatingSystemStats,
  ProcessStats,
  RuntimeStats,
} from '../../../api/contract/nodes.schema.js';
import { heapLimit } from '../metrics/metrics.js';

const unknown = -1;
const percent = (part: number, whole: number): number => (whole > 0 ? Math.round((100 * part) / whole) : 0);

/** Returns statistics of the disk that contains the data directory. */
export async function fileSystemStats(directory: string): Promise<FileSystemStats> {
  const found = await statfs(directory).catch(() => undefined);
  if (!found) return { filesystems: {} };
  const { blocks, bfree, bavail, bsize, files, ffree, type } = found;
  return {
    filesystems: {
      [directory]: {
        path: directory,
        mount: directory,
        sys_type_name: `0x${type.toString(16)}`,
        dev_name: '',
        total: blocks * bsize,
        free: bfree * bsize,
        available: bavail * bsize,
        used: (blocks - bfree) * bsize,
        used_percent: percent(blocks - bfree, blocks),
        inodes_total: files,
        inodes_free: ffree,
        inodes_used: files - ffree,
        inodes_used_percent: percent(files - ffree, files),
        disk_reads: unknown,
        disk_writes: unknown,
        disk_read_bytes: unknown,
        disk_write_bytes: unknown,
        disk_queue: unknown,
        disk_service_time: unknown,
      },
    },
  };
}

export function runtimeStats(): RuntimeStats {
  const { heapTotal } = process.memoryUsage();
  return {
    version: process.version,
    vm_name: 'V8',
    vm_version: process.versions.v8,
    vm_vendor: 'Node.js',
    spec_name: 'ECMAScript',
    spec_vendor: 'Ecma International',
    spec_version: '2023',
    start_time: Math.round(Date.now() - process.uptime() * 1000),
    mem: {
      heap_init: heapTotal,
      heap_max: heapLimit(),
      non_heap_init: unknown,
      non_heap_max: unknown,
      direct_memory_max: unknown,
    },
    memory_pools: ['new space', 'old space', 'large object space', 'code space'],
    garbage_collectors: ['scavenger', 'mark-compact'],
  };
}

/** Columns of `/proc/net/dev` after the name: eight for received, eight for transmitted data (proc(5)). */
const counters = [
  ...['rx_bytes', 'rx_packets', 'rx_errors', 'rx_dropped', 'rx_overruns', 'rx_frame', '', ''],
  ...['tx_bytes', 'tx_packets', 'tx_errors', 'tx_dropped', 'tx_overruns', 'tx_collisions', 'tx_carrier', ''],
];
const interfaceLine = /^\s*([^:\s]+):\s*(\d[\d\s]*)$/;

/**
 * Returns the traffic of each network interface by its name.
 * @param text content of `/proc/net/dev`; empty on systems without this file
 */
function interfaceStats(text: string): ReadonlyMap<string, Readonly<Record<string, number>>> {
  const lines = text.split('\n').flatMap((line) => {
    const [, name = '', numbers = ''] = interfaceLine.exec(line) ?? [];
    return name === '' ? [] : [[name, numbers.trim().split(/\s+/).map(Number)] as const];
  });
  return new Map(
    lines.map(([name, values]) => [
      name,
      Object.fromEntries(
        counters.flatMap((counter, at) => (counter === '' ? [] : [[counter, values[at] ?? unknown] as const])),
      ),
    ]),
  );
}
const unknownStats = Object.fromEntries(counters.filter(Boolean).map((counter) => [counter, unknown]));

export async function networkStats(): Promise<NetworkStats> {
  // Only Linux has the file `/proc/net/dev`.
  const stats = interfaceStats(await readFile('/proc/net/dev', 'utf8').catch(() => ''));
  const known = networkInterfaces();
  const entries = Object.entries(known).map(([name, addresses = []]) => [
    name,
    {
      name,
      addresses: addresses.map(({ address }) => address),
      mac_address: addresses[0]?.mac ?? '',
      mtu: unknown,
      interface_stats: stats.get(name) ?? unknownStats,
    },
  ]);
  const [primary = ''] = Object.entries(known).find(([, all = []]) => all.some(({ internal }) => !internal)) ?? [];
  return {
    primary_interface: primary,
    interfaces: Object.fromEntries(entries) as NetworkStats['interfaces'],
    tcp_stats: {},
  };
}

export function operatingSystemStats(): OperatingSystemStats {
  const cores = cpus();
  const spent = { user: 0, sys: 0, idle: 0 };
  for (const { times } of cores) {
    spent.user += times.user + times.nice;
    spent.sys += times.sys + times.irq;
    spent.idle += times.idle;
  }
  const all = spent.user + spent.sys + spent.idle;
  const total = totalmem();
  const free = freemem();
  return {
    load_average: loadavg(),
    uptime: Math.round(uptime()),
    processor: {
      model: cores[0]?.model ?? '',
      vendor: '',
      mhz: cores[0]?.speed ?? 0,
      total_cores: cores.length || availableParallelism(),
      total_sockets: unknown,
      cores_per_socket: unknown,
      cache_size: unknown,
      sys: percent(spent.sys, all),
      user: percent(spent.user, all),
      idle: percent(spent.idle, all),
      stolen: 0,
    },
    memory: {
      total,
      free,
      free_percent: percent(free, total),
      used: total - free,
      used_percent: percent(total - free, total),
      actual_free: free,
      actual_used: total - free,
    },
    swap: { total: unknown, free: unknown, used: unknown },
  };
}

export async function processStats(): Promise<ProcessStats> {
  // Only Linux has the directory `/proc/self`.
  const open = await readdir('/proc/self/fd').catch(() => undefined);
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  const most = /^Max open files\s+(\d+)/m.exec(limits)?.[1];
  const { user, system } = process.cpuUsage();
  const spentMs = (user + system) / 1000;
  return {
    pid: process.pid,
    open_file_descriptors: open?.length ?? unknown,
    max_file_descriptors: most === undefined ? unknown : Number(most),
    cpu: {
      percent: percent(spentMs, process.uptime() * 1000),
      sys: Math.round(system / 1000),
      user: Math.round(user / 1000),
      total: Math.round(spentMs),
    },
    memory: { resident: process.memoryUsage.rss(), share: unknown, total_virtual: unknown },
  };
}
