import { charts, PackBuilder } from './builder.js';
import { syslogUdp } from './inputs.js';

const pack = new PackBuilder('cisco');
const port = pack.parameter('port', 'Port', 'UDP port to which ASA and IOS devices send their syslog.', 5517);
const denied = pack.parameter(
  'denied',
  'Denied connections that raise an alert',
  'The connections of one address within 5 minutes are counted.',
  200,
);

// Every message has the form %FACILITY-SEVERITY-MNEMONIC: text (Cisco, "System Message Format").
pack.grok(
  'CISCO_TAG',
  '%(?:%{WORD:cisco_facility}-)?%{WORD:cisco_subfacility}-%{INT:cisco_severity:long}-%{WORD:cisco_mnemonic}: %{GREEDYDATA:cisco_text}',
);
pack.grok('CISCO_PLACE', '%{DATA}:%{IP}/%{INT}');
pack.grok(
  'CISCO_ASA_DENY',
  'Deny %{WORD:cisco_protocol} src %{DATA:cisco_source_interface}:%{IP:cisco_source_ip}(?:/%{INT:cisco_source_port:long})?(?:\\(%{DATA}\\))? dst %{DATA:cisco_destination_interface}:%{IP:cisco_destination_ip}(?:/%{INT:cisco_destination_port:long})?(?:.*? by access-group "%{DATA:cisco_access_list}")?',
);
pack.grok(
  'CISCO_ASA_BUILT',
  '(?:Built(?: %{WORD:cisco_direction})?|Teardown) %{WORD:cisco_protocol} connection %{INT:cisco_connection:long} for %{DATA:cisco_source_interface}:%{IP:cisco_source_ip}/%{INT:cisco_source_port:long}(?: \\([^)]*\\))? to %{DATA:cisco_destination_interface}:%{IP:cisco_destination_ip}/%{INT:cisco_destination_port:long}(?:.*? bytes %{INT:cisco_bytes:long})?',
);
pack.grok(
  'CISCO_IOS_LIST',
  'list %{NOTSPACE:cisco_access_list} %{WORD:cisco_action} %{WORD:cisco_protocol} %{IP:cisco_source_ip}(?:\\(%{INT:cisco_source_port:long}\\))?.*? -> %{IP:cisco_destination_ip}(?:\\(%{INT:cisco_destination_port:long}\\))?.*?, %{INT:cisco_packets:long} packet',
);
pack.grok('CISCO_IOS_LINK', 'Interface %{NOTSPACE:cisco_interface}, changed state to %{WORD:cisco_state}');
pack.grok('CISCO_IOS_CONFIG', 'Configured from %{WORD:cisco_from} by %{NOTSPACE:cisco_user}');

pack.input(
  'Cisco syslog',
  syslogUdp,
  port,
  [
    { title: 'Facility, severity and mnemonic', grok: '%{CISCO_TAG}', from: 'full_message', when: '%' },
    { title: 'ASA: denied connection', grok: '%{CISCO_ASA_DENY}', from: 'full_message', when: 'Deny ' },
    { title: 'ASA: connection', grok: '%{CISCO_ASA_BUILT}', from: 'full_message', when: ' connection ' },
    { title: 'IOS: access list', grok: '%{CISCO_IOS_LIST}', from: 'full_message', when: 'list ' },
    { title: 'IOS: state of an interface', grok: '%{CISCO_IOS_LINK}', from: 'full_message', when: 'changed state' },
    { title: 'IOS: configuration', grok: '%{CISCO_IOS_CONFIG}', from: 'full_message', when: 'Configured from' },
  ],
  { store_full_message: true, allow_override_date: true },
);
const stream = pack.stream('Cisco ASA and IOS', 'Messages with a mnemonic.', [
  { type: 'PRESENCE', field: 'cisco_mnemonic' },
]);
const refused = 'message:Deny OR cisco_action:denied';

pack.dashboard(
  'Cisco ASA and IOS',
  'Connections, interfaces and changes of Cisco devices.',
  [stream],
  [
    { title: 'Messages', chart: charts.total(), width: 3 },
    { title: 'Denied', chart: charts.total(refused), width: 3 },
    { title: 'Messages over time by severity', chart: charts.overTime('', 'cisco_severity'), width: 6 },
    { title: 'Denied addresses', chart: charts.top('cisco_source_ip', refused) },
    { title: 'Denied ports', chart: charts.pairs(['cisco_destination_port', 'cisco_protocol'], refused) },
    { title: 'Mnemonics', chart: charts.pairs(['cisco_subfacility', 'cisco_mnemonic']) },
    {
      title: 'Interfaces that changed',
      chart: charts.pairs(['cisco_interface', 'cisco_state'], '_exists_:cisco_state'),
    },
    { title: 'Changes of configuration', chart: charts.pairs(['source', 'cisco_user'], '_exists_:cisco_user') },
    { title: 'Devices', chart: charts.top('source') },
  ],
);
pack.alert({
  title: 'Cisco: one address is denied often',
  description: 'Access lists deny many connections of one address.',
  query: refused,
  streams: [stream],
  groupBy: ['cisco_source_ip'],
  moreThan: denied,
});
pack.alert({
  title: 'Cisco: an interface went down',
  description: 'A device reports that an interface changed its state to down.',
  query: 'cisco_state:down',
  streams: [stream],
  groupBy: ['source', 'cisco_interface'],
  moreThan: 0,
  priority: 3,
});

export const cisco = pack.pack(
  'Cisco ASA and IOS',
  'Access lists, connections, interfaces and configuration of Cisco devices.',
  'ASA: `logging host inside log-console udp/5517`. IOS: `logging host log-console transport udp port 5517`.',
);
