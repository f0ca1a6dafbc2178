/** Links to the API browsers of a node and of the whole cluster (screens/administration.md C2). */
import type { NodeSummary } from '../../../api/contract/system.js';

/**
 * Matches host names of the local machine. A node whose address has such a host name can be reached by other computers
 * only at the public address of the API.
 */
const ownMachine = /^(localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])$/;

const withSlash = (address: string): string => (address.endsWith('/') ? address : `${address}/`);

/**
 * Returns the address at which a browser reaches the API of a node, with a trailing slash.
 * @param server public address of the API
 */
function apiOf({ transport_address: address }: Pick<NodeSummary, 'transport_address'>, server: string): string {
  const own = withSlash(server);
  if (!URL.canParse(address)) return own;
  const { hostname, protocol, href } = new URL(address);
  return ownMachine.test(hostname) || !/^https?:$/.test(protocol) ? own : withSlash(href);
}

export const nodeApiBrowser = (node: Pick<NodeSummary, 'transport_address'>, server: string): string =>
  `${apiOf(node, server)}api-browser`;

/**
 * Returns the address of the cluster's API browser; undefined if every node is reached at the public address, so that
 * the API browser of a node serves the whole cluster.
 */
export function globalApiBrowser(
  nodes: readonly Pick<NodeSummary, 'transport_address'>[],
  server: string,
): string | undefined {
  const own = withSlash(server);
  return nodes.some((node) => apiOf(node, server) !== own) ? `${own}api-browser/global/index.html` : undefined;
}
