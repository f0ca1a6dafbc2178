import { charts, PackBuilder } from './builder.js';
import { syslogUdp } from './inputs.js';

const pack = new PackBuilder('linux-syslog');
const port = pack.parameter('port', 'Port', 'UDP port to which hosts send their syslog.', 5140);
const errors = pack.parameter(
  'errors',
  'Errors that raise an alert',
  'The errors of one host within 5 minutes are counted.',
  50,
);

pack.grok(
  'LINUX_SUDO',
  '%{USERNAME:sudo_user} : (?:.*?; )?TTY=%{NOTSPACE:sudo_tty} ; PWD=%{DATA:sudo_directory} ; USER=%{USERNAME:sudo_as} ;(?: .*?;)? COMMAND=%{GREEDYDATA:sudo_command}',
);
pack.grok('LINUX_CRON', '\\(%{USERNAME:cron_user}\\) CMD \\(%{DATA:cron_command}\\)$');
pack.grok('LINUX_OOM', 'Killed process %{INT:oom_process_id:long}(?: \\(%{DATA:oom_process}\\))?');
pack.grok(
  'LINUX_UNIT',
  '%{NOTSPACE:systemd_unit}: (?:Main process exited, code=%{WORD:systemd_code}, status=%{NOTSPACE:systemd_status}|Failed with result .%{DATA:systemd_result}.\\.)',
);
pack.grok('LINUX_SESSION', 'pam_unix\\(%{DATA:pam_service}\\): %{DATA:pam_event} for (?:user )?%{USERNAME:pam_user}');

pack.input('Linux syslog', syslogUdp, port, [
  { title: 'Commands by sudo', grok: '%{LINUX_SUDO}', when: 'COMMAND=' },
  { title: 'Jobs of cron', grok: '%{LINUX_CRON}', when: ') CMD (' },
  { title: 'Killed for want of memory', grok: '%{LINUX_OOM}', when: 'Killed process' },
  { title: 'Units that failed', grok: '%{LINUX_UNIT}', when: '.service: ' },
  { title: 'Sessions', grok: '%{LINUX_SESSION}', when: 'pam_unix(' },
]);
const stream = pack.stream('Linux syslog', 'Messages with a program and a level of syslog.', [
  { type: 'PRESENCE', field: 'application_name' },
  { type: 'PRESENCE', field: 'level' },
]);

pack.dashboard(
  'Linux syslog',
  'Hosts, programs and errors of Linux machines.',
  [stream],
  [
    { title: 'Messages', chart: charts.total(), width: 3 },
    { title: 'Errors', chart: charts.total('level:<=3'), width: 3 },
    { title: 'Messages over time by level', chart: charts.overTime('', 'level'), width: 6 },
    { title: 'Hosts', chart: charts.top('source') },
    { title: 'Programs', chart: charts.top('application_name') },
    { title: 'Programs with errors', chart: charts.pairs(['application_name', 'source'], 'level:<=3') },
    { title: 'Commands by sudo', chart: charts.pairs(['sudo_user', 'sudo_command'], '_exists_:sudo_command') },
    { title: 'Units that failed', chart: charts.pairs(['systemd_unit', 'source'], '_exists_:systemd_unit') },
    { title: 'Killed for want of memory', chart: charts.pairs(['oom_process', 'source'], '_exists_:oom_process_id') },
  ],
);
pack.alert({
  title: 'Linux: many errors on one host',
  description: 'A host logs many messages of the level error or worse.',
  query: 'level:<=3',
  streams: [stream],
  groupBy: ['source'],
  moreThan: errors,
});
pack.alert({
  title: 'Linux: a process was killed for want of memory',
  description: 'The kernel ended a process because memory had run out.',
  query: '_exists_:oom_process_id',
  streams: [stream],
  groupBy: ['source'],
  moreThan: 0,
  priority: 3,
});

export const linux = pack.pack(
  'Linux syslog',
  'Hosts, programs, sudo, cron, failed units and memory of Linux machines.',
  'Send syslog by UDP to the port, for example with `*.* @log-console:5140` in rsyslog.',
);
