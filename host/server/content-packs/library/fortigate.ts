import { charts, PackBuilder } from './builder.js';
import { syslogUdp } from './inputs.js';

const pack = new PackBuilder('fortigate');
const port = pack.parameter('port', 'Port', 'UDP port to which FortiGate sends its syslog.', 5518);
const denied = pack.parameter(
  'denied',
  'Denied connections that raise an alert',
  'The connections of one address within 5 minutes are counted.',
  200,
);

pack.input(
  'FortiGate syslog',
  syslogUdp,
  port,
  [{ title: 'Pairs of the log', pairs: true, from: 'full_message', when: 'devname=' }],
  {
    store_full_message: true,
  },
);
const stream = pack.stream('FortiGate', 'Messages of FortiGate.', [
  { type: 'PRESENCE', field: 'devname' },
  { type: 'PRESENCE', field: 'logid' },
]);
const refused = 'action:deny OR action:blocked';

pack.dashboard(
  'FortiGate',
  'Traffic, threats and administration.',
  [stream],
  [
    { title: 'Messages', chart: charts.total(), width: 3 },
    { title: 'Denied', chart: charts.total(refused), width: 3 },
    { title: 'Traffic over time by action', chart: charts.overTime('type:traffic', 'action'), width: 6 },
    { title: 'Denied addresses', chart: charts.top('srcip', refused) },
    { title: 'Denied ports', chart: charts.pairs(['dstport', 'proto'], refused) },
    { title: 'Destinations', chart: charts.pairs(['dstip', 'dstcountry'], 'type:traffic') },
    { title: 'Applications', chart: charts.top('app', 'type:traffic') },
    { title: 'Threats', chart: charts.pairs(['subtype', 'attack'], 'type:utm') },
    { title: 'Administrators', chart: charts.pairs(['user', 'ui'], 'type:event AND subtype:system') },
  ],
);
pack.alert({
  title: 'FortiGate: one address is denied often',
  description: 'Policies deny many connections of one address.',
  query: refused,
  streams: [stream],
  groupBy: ['srcip'],
  moreThan: denied,
});
pack.alert({
  title: 'FortiGate: an administrator could not log in',
  description: 'Several logins of administrators failed.',
  query: 'type:event AND subtype:system AND logdesc:"Admin login failed"',
  streams: [stream],
  groupBy: ['devname'],
  moreThan: 3,
  priority: 3,
});

export const fortigate = pack.pack(
  'FortiGate',
  'Traffic, threats and administration of FortiGate firewalls.',
  'On the device: `config log syslogd setting`, `set status enable`, `set server log-console`, `set port 5518`, `set format default`.',
);
