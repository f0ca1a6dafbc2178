/**
 * Returns the CPU time that this process has used, in milliseconds. A clock would also count the work of other
 * programs.
 */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
