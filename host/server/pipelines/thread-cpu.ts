/** CPU time of the calling thread: unlike the clock, it does not advance while other programs have the processor. */

interface Usage {
  readonly user: number;
  readonly system: number;
}

/** Node.js 23.9 and later; the published types of Node.js do not have it yet. */
const { threadCpuUsage } = process as typeof process & { readonly threadCpuUsage?: () => Usage };

/** Milliseconds; the time of the clock where Node.js cannot tell. */
export function threadCpuMs(): number {
  if (!threadCpuUsage) return performance.now();
  const { user, system } = threadCpuUsage();
  return (user + system) / 1000;
}
