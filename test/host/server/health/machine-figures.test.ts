// Figures of the machine and of the process are computed from the functions of the system as it is stored.
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import { test } from 'node:test';
import { compareTable } from '../recorded-table.js';

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

test('figures of the machine and of the process are as they are stored', async () => {
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
