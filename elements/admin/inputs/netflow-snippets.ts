/** How routers, and probes on a machine, are set up to export flows to an input. Pure. */
import type { SendTarget, Snippet } from './snippet.js';

const softflowd = ({ host, port }: SendTarget): Snippet => ({
  name: 'softflowd',
  place: 'Shell',
  text: `softflowd -i eth0 -v 9 -n ${host.includes(':') ? `[${host}]` : host}:${port}`,
});

const ios = ({ host, port }: SendTarget): Snippet => ({
  name: 'Cisco IOS',
  place: 'Configuration of the router',
  text: [
    'flow exporter LOG-CONSOLE',
    ` destination ${host}`,
    ` transport udp ${port}`,
    ' export-protocol netflow-v9',
    ' template data timeout 60',
  ].join('\n'),
});

const openVSwitch = ({ host, port }: SendTarget): Snippet => ({
  name: 'Open vSwitch',
  place: 'Shell',
  text: `ovs-vsctl -- set Bridge br0 netflow=@nf \\
  -- --id=@nf create NetFlow targets='"${host.includes(':') ? `[${host}]` : host}:${port}"' active-timeout=60`,
});

export const netFlowMakers = [ios, softflowd, openVSwitch];
