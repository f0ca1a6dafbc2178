/**
 * Reads how many datagrams of a socket the operating system has dropped because they were not read in time. Linux
 * reports this number per socket in the last column of `/proc/net/udp` and `/proc/net/udp6` (proc(5)). Other systems do
 * not report it.
 */
import { readFile } from 'node:fs/promises';

/**
 * Returns the number of dropped datagrams of all sockets that are bound to a port.
 * @param table content of `/proc/net/udp` or `/proc/net/udp6`, with its header line
 */
export function dropsIn(table: string, port: number): number {
  const wanted = port.toString(16).toUpperCase().padStart(4, '0');
  let drops = 0;
  for (const line of table.split('\n').slice(1)) {
    const columns = line.trim().split(/\s+/);
    const [, local = ''] = columns;
    const dropped = Number(columns.at(-1));
    if (local.endsWith(`:${wanted}`) && columns.length >= 13 && Number.isSafeInteger(dropped)) drops += dropped;
  }
  return drops;
}

/**
 * Returns the number of dropped datagrams of the sockets that are bound to a port; undefined: the system does not
 * report the number.
 * @param isIpv6 true for IPv6 sockets
 */
export async function droppedDatagrams(port: number, isIpv6: boolean): Promise<number | undefined> {
  try {
    return dropsIn(await readFile(isIpv6 ? '/proc/net/udp6' : '/proc/net/udp', 'utf8'), port);
  } catch {
    return undefined;
  }
}
