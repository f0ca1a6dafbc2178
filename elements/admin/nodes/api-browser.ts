/** Links to the API browsers of a node and of the whole cluster (screens/administration.md C2). */
import type { NodeSummary } from '../../../api/contract/system.js';

/** Host names of the local machine: if a node's address has one, other computers can only reach the public address. */
const ownMachine = /^(localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])$/;

const withSlash = (address: string): string => (address.endsWith('/') ? address : `${address}/`);

/**
 * Returns the API address of a node for a browser, with a trailing slash.
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
 * Address of the cluster's API browser; undefined when every node is reached at the public address, so that its own
 * browser is the same.
 */
export function globalApiBrowser(
  nodes: readonly Pick<NodeSummary, 'transport_address'>[],
  server: string,
): string | undefined {
  const own = withSlash(server);
  return nodes.some((node) => apiOf(node, server) !== own) ? `${own}api-browser/global/index.html` : undefined;
}
