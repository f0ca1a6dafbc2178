/**
 * Measures the CPU time of the thread, which, unlike the clock, does not advance while other programs use the
 * processor.
 */

interface Usage {
  readonly user: number;
  readonly system: number;
}

/** Function of Node.js from version 23.9 on, which the published types of Node.js lack. */
const { threadCpuUsage } = process as typeof process & { readonly threadCpuUsage?: () => Usage };

/**
 * Returns the CPU time of the thread in milliseconds. Before Node.js 23.9 it is the CPU time of all threads, which may
 * advance faster than the clock, so callers compare it with the clock as well.
 */
export function threadCpuMs(): number {
  const { user, system } = threadCpuUsage?.() ?? process.cpuUsage();
  return (user + system) / 1000;
}

/** Largest age in milliseconds of a reading of the CPU time that a new measurement may use. */
const longestMarkMs = 5;
let clockAt = -Infinity;
let cpuAt = 0;

/**
 * Begins to measure work that does not await anything. Reading the CPU time is slow (3 µs), so measurements that begin
 * within a few milliseconds share a reading.
 * @returns the present time of `performance.now()` in milliseconds
 */
export function beginWork(): number {
  const now = performance.now();
  if (now - clockAt > longestMarkMs) {
    cpuAt = threadCpuMs();
    clockAt = now;
  }
  return now;
}

/**
 * Returns for how many milliseconds the thread has worked since `from`: the elapsed time without the time in which
 * other programs used the processor. The result may be too small by a few milliseconds.
 * @param from time of `performance.now()`, not before the last `beginWork`
 */
export function workedMs(from: number): number {
  const now = performance.now();
  const away = now - clockAt - (threadCpuMs() - cpuAt);
  return now - from - Math.max(0, away);
}
