/** CPU time that this process has used, in ms. A clock would also count other programs. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
