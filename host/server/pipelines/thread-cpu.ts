/** CPU time of the calling thread: unlike the clock, it does not advance while other programs have the processor. */

interface Usage {
  readonly user: number;
  readonly system: number;
}

/** Node.js 23.9 and later; the published types of Node.js do not have it yet. */
const { threadCpuUsage } = process as typeof process & { readonly threadCpuUsage?: () => Usage };

/**
 * Milliseconds. Older versions of Node.js only tell the CPU time of all threads, which may advance faster than the clock:
 * whoever measures with it also asks the clock.
 */
export function threadCpuMs(): number {
  const { user, system } = threadCpuUsage?.() ?? process.cpuUsage();
  return (user + system) / 1000;
}

/** Largest age in milliseconds of the mark from which a stretch of work is measured. */
const longestMarkMs = 5;
let clockAt = -Infinity;
let cpuAt = 0;

/**
 * Begins a stretch of work that does not await anything. CPU time is expensive to read (3 µs), so stretches that begin
 * within a few milliseconds share a reading.
 * @returns the time of the clock in milliseconds
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
 * Returns the milliseconds that the thread has worked since a moment of the running stretch: the time of the clock without
 * the time in which other programs had the processor. It is too small by a few milliseconds at most.
 * @param from time of the clock, not before the last `beginWork`
 */
export function workedMs(from: number): number {
  const now = performance.now();
  const away = now - clockAt - (threadCpuMs() - cpuAt);
  return now - from - Math.max(0, away);
}
