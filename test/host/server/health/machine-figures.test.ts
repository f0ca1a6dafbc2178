// Figures of the machine and of the process are computed from the functions of the system to the stored values.
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import { test } from 'node:test';
import type { HealthRooms } from '../../../../host/server/health/health.js';
import { compareTable, type Row } from '../recorded-table.js';

const net = `Inter-|   Receive                                                |  Transmit
 face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed
    lo: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16
  eth0: 21 22
`;
const limits = `Limit                     Soft Limit           Hard Limit           Units
Max processes             100                  200                  processes
Max open files            1024                 4096                 files
`;
const core = (user: number, idle: number) => ({
  model: 'A core',
  speed: 2000,
  times: { user, nice: 5, sys: 20, idle, irq: 3 },
});
const address = (text: string, internal: boolean) => ({ address: text, mac: `mac of ${text}`, internal });
const missing = () => Promise.reject(new Error('missing'));

/** Replaces functions of modules of Node; the program then imports the replacements. */
function replace(machine: { readonly isLinux: boolean; readonly cores: number }): void {
  Object.assign(os, {
    cpus: () => Array.from({ length: machine.cores }, (_, at) => core(30 + at, 70)),
    availableParallelism: () => 7,
    totalmem: () => 1_000,
    freemem: () => 255,
    loadavg: () => [1, 2, 3],
    uptime: () => 12.6,
    networkInterfaces: () => ({
      lo: [address('127.0.0.1', true)],
      eth0: [address('10.0.0.1', false), address('::1', false)],
      none: [],
    }),
  });
  const files: Readonly<Record<string, string>> = { '/proc/net/dev': net, '/proc/self/limits': limits };
  Object.assign(fs, {
    statfs: (path: string) =>
      path === '/none'
        ? missing()
        : Promise.resolve({
            blocks: 1_000,
            bfree: 405,
            bavail: 300,
            bsize: 4_096,
            files: 200,
            ffree: 73,
            type: 61_267,
          }),
    readFile: (path: string) => (machine.isLinux ? Promise.resolve(files[path] ?? '') : missing()),
    readdir: () => (machine.isLinux ? Promise.resolve(['0', '1', '2']) : missing()),
  });
  Object.assign(process, {
    cpuUsage: () => ({ user: 1_500_400, system: 500_700 }),
    uptime: () => 8,
    memoryUsage: Object.assign(() => ({ heapTotal: 100, heapUsed: 60 }), { rss: () => 1_234 }),
  });
  syncBuiltinESMExports();
}

test('figures of the machine and of the process have the stored values', async () => {
  const { readFile, readdir, statfs } = fs;
  const { cpuUsage, uptime, memoryUsage } = process;
  const stats = await import('../../../../host/server/health/system-stats.js');
  const told: Record<string, [string, () => unknown][]> = {};
  for (const [title, machine] of [
    ['Linux', { isLinux: true, cores: 2 }],
    ['another system', { isLinux: false, cores: 0 }],
  ] as const) {
    replace(machine);
    const { version, vm_version, start_time, mem, ...runtime } = stats.runtimeStats();
    const found = {
      disk: await stats.fileSystemStats('/data'),
      'no disk': await stats.fileSystemStats('/none'),
      network: await stats.networkStats(),
      system: stats.operatingSystemStats(),
      process: { ...(await stats.processStats()), pid: 0 },
      runtime: { ...runtime, heap_init: mem.heap_init, is_version: version.endsWith(process.versions.node) },
      start: [vm_version === process.versions.v8, Math.abs(Date.now() - 8_000 - start_time) < 60_000],
    };
    told[title] = Object.entries(found).map(([name, value]) => [name, () => value]);
  }
  Object.assign(fs, { readFile, readdir, statfs });
  Object.assign(process, { cpuUsage, uptime, memoryUsage });
  syncBuiltinESMExports();
  await compareTable('health/machine-figures.txt', told);
});

const MiB = 1024 * 1024;
interface Looked {
  readonly free?: number;
  readonly loaded?: number;
  readonly waiting?: number;
  readonly oldest?: number;
  readonly paused?: boolean;
  readonly failure?: string;
  readonly late?: number;
  readonly running?: readonly string[];
}

test('the checks of health have the stored results at their limits', async () => {
  const { HealthChecks } = await import('../../../../host/server/health/health.js');
  const { statfs } = fs;
  let now = 10_000_000;
  let looked: Looked = {};
  const rooms: HealthRooms = {
    directory: '/data',
    // Casts: the checks read only these members.
    store: {
      journal: {
        get loaded() {
          return looked.loaded ?? 1;
        },
        get waitingBytes() {
          return looked.waiting ?? 0;
        },
        get oldestWaiting() {
          return looked.oldest;
        },
      },
      // Cast: the checks read only these members of the store.
    } as unknown as HealthRooms['store'],
    intake: {
      inputs: {
        all: () => ['a', 'b', 'stopped'].map((id) => ({ id, desired_state: id === 'stopped' ? 'STOPPED' : 'RUNNING' })),
        running: (id: string) => ({ state: (looked.running ?? ['a', 'b']).includes(id) ? 'RUNNING' : 'FAILED' }),
      },
      // Cast: the checks read only these members of the intake.
    } as unknown as HealthRooms['intake'],
    // Cast: the checks read only these two numbers.
    loop: () => ({ meanMs: looked.late ?? 0, maxMs: 3.6 }) as ReturnType<HealthRooms['loop']>,
    limits: { slowBytes: 5 * MiB, fullBytes: 9 * MiB },
    storeFailure: () => looked.failure,
    isPaused: () => looked.paused ?? false,
    now: () => now,
  };
  const checks = new HealthChecks(rooms);
  const look =
    (next: Looked, afterMs = 0) =>
    async () => {
      looked = next;
      now += afterMs;
      const free = looked.free ?? 2_000 * MiB;
      Object.assign(fs, {
        statfs: () => (free < 0 ? missing() : Promise.resolve({ bavail: free / 4_096, bsize: 4_096 })),
      });
      syncBuiltinESMExports();
      const { status, checks: each } = await checks.look();
      return [status, ...Object.entries(each).map(([name, { status: one, reason }]) => `${name} ${one}: ${reason}`)];
    };
  const only =
    (name: string, next: Looked, afterMs = 0) =>
    async () =>
      (await look(next, afterMs)()).filter((line, at) => at === 0 || line.startsWith(name));
  const rows: Record<string, Row[]> = {
    all: [['usual', look({})]],
    disk: [-1, 128 * MiB, 128 * MiB + 4_096, 1_024 * MiB, 1_024 * MiB + 4_096].map((free): Row => [
      String(free),
      only('disk', { free }),
    ]),
    'event loop': [99, 100, 249, 250, 499, 500, 999, 1_000, 5_000].map((late): Row => [
      `${late} ms`,
      only('event_loop', { late }),
    ]),
    inputs: [
      ['one of two', only('inputs', { running: ['a'] })],
      ['none', only('inputs', { running: [] })],
    ],
    store: [['failure', only('store', { failure: 'The disk is full.' })]],
    journal: [
      ['slow, less a byte', only('journal', { waiting: 5 * MiB - 1 })],
      ['slow', only('journal', { waiting: 5 * MiB, loaded: 2 })],
      ['full, less a byte', only('journal', { waiting: 9 * MiB - 1, loaded: 3 })],
      ['full', only('journal', { waiting: 9 * MiB, loaded: 4 })],
      ['paused', only('journal', { waiting: 1, paused: true, loaded: 4 })],
      ...[29, 30, 59, 60, 61].map((seconds): Row => [
        `oldest ${seconds} s ago`,
        () => only('journal', { waiting: 1, oldest: now - seconds * 1000, loaded: 4 + seconds })(),
      ]),
      ['nothing loaded', only('journal', { waiting: MiB, loaded: 100 })],
      ...[30_000, 29_999, 1, 1, 59_999, 1, 1, 600_000].map((afterMs, at): Row => [
        `nothing loaded for ${afterMs} ms more (${at})`,
        only('journal', { waiting: MiB, loaded: 100 }, afterMs),
      ]),
      ['loaded again', only('journal', { waiting: MiB, loaded: 101 }, 1)],
    ],
  };
  const results: Record<string, [string, () => unknown][]> = {};
  for (const [title, of] of Object.entries(rows)) {
    results[title] = [];
    for (const [name, run] of of) {
      const result = await run();
      results[title].push([name, () => result]);
    }
  }
  Object.assign(fs, { statfs });
  syncBuiltinESMExports();
  await compareTable('health/health-checks.txt', results);
});
