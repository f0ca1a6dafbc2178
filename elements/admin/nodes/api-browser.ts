/** Links to the API browsers of a node and of the whole cluster (screens/administration.md C2). */
import type { NodeSummary } from '../../../api/contract/system.js';

/** Hosts that mean "this machine": of a node that is called so, a browser elsewhere reaches only the public address. */
const ownMachine = /^(localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])$/;

const withSlash = (address: string): string => (address.endsWith('/') ? address : `${address}/`);

/** The API of a node as a browser reaches it, with a slash at its end. @param server the public address of the API */
function apiOf({ transport_address: address }: Pick<NodeSummary, 'transport_address'>, server: string): string {
  const own = withSlash(server);
  if (!URL.canParse(address)) return own;
  const { hostname, protocol, href } = new URL(address);
  return ownMachine.test(hostname) || !/^https?:$/.test(protocol) ? own : withSlash(href);
}

export const nodeApiBrowser = (node: Pick<NodeSummary, 'transport_address'>, server: string): string =>
  `${apiOf(node, server)}api-browser`;

/** Undefined when every node is reached at the public address, so that its own API browser is the same one. */
export function globalApiBrowser(
  nodes: readonly Pick<NodeSummary, 'transport_address'>[],
  server: string,
): string | undefined {
  const own = withSlash(server);
  return nodes.some((node) => apiOf(node, server) !== own) ? `${own}api-browser/global/index.html` : undefined;
}
