/** CPU time that this process has used, in ms. A clock would tell of whatever else runs on the machine. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
