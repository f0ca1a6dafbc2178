import { charts, PackBuilder } from './builder.js';
import { syslogUdp } from './inputs.js';

const pack = new PackBuilder('pfsense');
const port = pack.parameter('port', 'Port', 'UDP port to which the firewall sends its syslog.', 5516);
const blocked = pack.parameter(
  'blocked',
  'Blocked connections that raise an alert',
  'The connections of one address within 5 minutes are counted.',
  200,
);

// The patterns name the fields of pfSense's filterlog in their order (docs.netgate.com, "Raw Filter Log Format").
pack.grok(
  'PF_HEAD',
  '%{DATA:pf_rule},%{DATA:pf_sub_rule},%{DATA:pf_anchor},%{DATA:pf_tracker},%{DATA:pf_interface},%{DATA:pf_reason},%{WORD:pf_action},%{WORD:pf_direction}',
);
pack.grok('PF_ADDRESS', '[0-9A-Fa-f:.]+');
pack.grok(
  'PF_IPV4',
  '4,%{DATA:pf_tos},%{DATA:pf_ecn},%{INT:pf_ttl:long},%{DATA:pf_id},%{DATA:pf_offset},%{DATA:pf_flags},%{INT:pf_protocol_id:long},%{WORD:pf_protocol},%{INT:pf_length:long},%{PF_ADDRESS:pf_source_ip},%{PF_ADDRESS:pf_destination_ip}',
);
pack.grok(
  'PF_IPV6',
  '6,%{DATA:pf_class},%{DATA:pf_flow_label},%{INT:pf_hop_limit:long},%{NOTSPACE:pf_protocol},%{INT:pf_protocol_id:long},%{INT:pf_length:long},%{PF_ADDRESS:pf_source_ip},%{PF_ADDRESS:pf_destination_ip}',
);
pack.grok('PF_PORTS', '%{INT:pf_source_port:long},%{INT:pf_destination_port:long},%{INT:pf_data_length:long}');
pack.grok('PF_FILTERLOG', '^%{PF_HEAD},(?:%{PF_IPV4}|%{PF_IPV6})(?:,%{PF_PORTS})?');

pack.input('pfSense and OPNsense syslog', syslogUdp, port, [
  { title: 'Filter log', grok: '%{PF_FILTERLOG}', when: ',' },
]);
const stream = pack.stream('pfSense and OPNsense', 'Connections that the packet filter passed or blocked.', [
  { type: 'PRESENCE', field: 'pf_action' },
]);

pack.dashboard(
  'pfSense and OPNsense',
  'Connections that the firewall passed or blocked.',
  [stream],
  [
    { title: 'Connections', chart: charts.total(), width: 3 },
    { title: 'Blocked', chart: charts.total('pf_action:block'), width: 3 },
    { title: 'Connections over time', chart: charts.overTime('', 'pf_action'), width: 6 },
    { title: 'Blocked addresses', chart: charts.top('pf_source_ip', 'pf_action:block') },
    { title: 'Blocked ports', chart: charts.pairs(['pf_destination_port', 'pf_protocol'], 'pf_action:block') },
    { title: 'Destinations', chart: charts.top('pf_destination_ip', 'pf_action:pass') },
    { title: 'Interfaces', chart: charts.pairs(['pf_interface', 'pf_direction']) },
    { title: 'Protocols', chart: charts.share('pf_protocol') },
    { title: 'Rules', chart: charts.top('pf_tracker') },
  ],
);
pack.alert({
  title: 'pfSense: one address is blocked often',
  description: 'The firewall blocks many connections of one address.',
  query: 'pf_action:block',
  streams: [stream],
  groupBy: ['pf_source_ip'],
  moreThan: blocked,
});

export const pfsense = pack.pack(
  'pfSense and OPNsense',
  'The filter log of pfSense and OPNsense, address by address.',
  'pfSense: Status > System Logs > Settings > Remote Logging. OPNsense: System > Settings > Logging > Remote. Send firewall events to the port by UDP.',
);
