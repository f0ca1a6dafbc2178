/** Contains the snippets for routers and probes that export flows to an input. */
import { authority, shell, type Make, type Makers } from './snippet.js';

const softflowd: Make = (target) => ({
  name: 'softflowd',
  place: shell,
  text: `softflowd -i eth0 -v 9 -n ${authority(target)}`,
});

const ios: Make = ({ host, port }) => ({
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

const openVSwitch: Make = (target) => ({
  name: 'Open vSwitch',
  place: shell,
  text: `ovs-vsctl -- set Bridge br0 netflow=@nf \\
  -- --id=@nf create NetFlow targets='"${authority(target)}"' active-timeout=60`,
});

export const netFlowMakers: Makers = {
  'org.graylog.plugins.netflow.inputs.NetFlowUdpInput': [ios, softflowd, openVSwitch],
};
