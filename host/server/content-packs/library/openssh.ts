import { charts, PackBuilder } from './builder.js';
import { syslogUdp } from './inputs.js';

const pack = new PackBuilder('openssh');
const port = pack.parameter('port', 'Port', 'UDP port to which hosts send the syslog of sshd.', 5514);
const failures = pack.parameter(
  'failures',
  'Failed logins that raise an alert',
  'The failed logins from one address within 5 minutes are counted.',
  10,
);

pack.grok('SSHD_SOURCE', '%{IPORHOST:ssh_source_ip} port %{INT:ssh_source_port:long}');
pack.grok(
  'SSHD_FAILED',
  'Failed %{WORD:ssh_method} for (?:invalid user )?%{NOTSPACE:ssh_user} from %{SSHD_SOURCE}(?: %{WORD:ssh_protocol})?',
);
pack.grok(
  'SSHD_ACCEPTED',
  'Accepted %{NOTSPACE:ssh_method} for %{NOTSPACE:ssh_user} from %{SSHD_SOURCE}(?: %{WORD:ssh_protocol})?(?:: %{GREEDYDATA:ssh_key})?',
);
pack.grok('SSHD_INVALID', 'Invalid user %{NOTSPACE:ssh_user} from %{SSHD_SOURCE}');
pack.grok(
  'SSHD_CLOSED',
  '(?:Connection closed by|Disconnected from|Received disconnect from)(?: (?:authenticating|invalid))?(?: user %{NOTSPACE:ssh_user})? %{SSHD_SOURCE}',
);
pack.grok('SSHD_SESSION', 'pam_unix\\(sshd:session\\): session %{WORD:ssh_session} for user %{USERNAME:ssh_user}');

pack.input('OpenSSH syslog', syslogUdp, port, [
  { title: 'Failed login', grok: '%{SSHD_FAILED}', when: 'Failed ' },
  { title: 'Accepted login', grok: '%{SSHD_ACCEPTED}', when: 'Accepted ' },
  { title: 'Unknown user', grok: '%{SSHD_INVALID}', when: 'Invalid user ' },
  { title: 'Closed connection', grok: '%{SSHD_CLOSED}', when: 'onnect' },
  { title: 'Session', grok: '%{SSHD_SESSION}', when: 'pam_unix(sshd:session)' },
]);
const stream = pack.stream('OpenSSH', 'Messages of sshd.', [
  { type: 'REGEX', field: 'application_name', value: '^sshd' },
]);
const failed = 'message:"Failed password" OR message:"Failed publickey" OR message:"Invalid user"';

pack.dashboard(
  'OpenSSH',
  'Logins by SSH: who, from where, and which failed.',
  [stream],
  [
    { title: 'Failed logins', chart: charts.total(failed), width: 3 },
    { title: 'Accepted logins', chart: charts.total('message:Accepted'), width: 3 },
    { title: 'Failed logins over time', chart: charts.overTime(failed), width: 6 },
    { title: 'Addresses with failed logins', chart: charts.top('ssh_source_ip', failed) },
    { title: 'Users with failed logins', chart: charts.top('ssh_user', failed) },
    { title: 'Accepted: user and address', chart: charts.pairs(['ssh_user', 'ssh_source_ip'], 'message:Accepted') },
    { title: 'Methods of accepted logins', chart: charts.share('ssh_method', 'message:Accepted') },
    { title: 'Hosts', chart: charts.top('source') },
  ],
);
pack.alert({
  title: 'OpenSSH: many failed logins from one address',
  description: 'One address tries many passwords.',
  query: 'message:"Failed password"',
  streams: [stream],
  groupBy: ['ssh_source_ip'],
  moreThan: failures,
});
pack.alert({
  title: 'OpenSSH: root has logged in',
  description: 'Somebody logged in as root over SSH.',
  query: 'message:Accepted AND ssh_user:root',
  streams: [stream],
  groupBy: ['source', 'ssh_source_ip'],
  moreThan: 0,
  priority: 3,
});

export const openssh = pack.pack(
  'OpenSSH',
  'Logins by SSH, with alerts for guessed passwords and for root.',
  'Send the syslog of hosts to the port. Logins become the fields `ssh_user`, `ssh_source_ip`, `ssh_source_port` and `ssh_method`.',
);
