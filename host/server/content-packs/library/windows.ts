import { charts, PackBuilder } from './builder.js';
import { beats } from './inputs.js';

const pack = new PackBuilder('windows');
const port = pack.parameter('port', 'Port', 'TCP port to which winlogbeat sends.', 5044);
const failures = pack.parameter(
  'failures',
  'Failed logins that raise an alert',
  'The failed logins of one account within 5 minutes are counted.',
  10,
);

pack.input('Windows winlogbeat', beats, port, [], { no_beats_prefix: false });
const stream = pack.stream('Windows events', 'Messages of winlogbeat.', [
  { type: 'PRESENCE', field: 'winlogbeat_winlog_event_id' },
]);
const id = (value: string): string => `winlogbeat_winlog_event_id:${value}`;
const account = 'winlogbeat_winlog_event_data_TargetUserName';
const address = 'winlogbeat_winlog_event_data_IpAddress';
const computer = 'winlogbeat_winlog_computer_name';

pack.dashboard(
  'Windows events',
  'Channels, logins and changes of accounts.',
  [stream],
  [
    { title: 'Events', chart: charts.total(), width: 3 },
    { title: 'Failed logins', chart: charts.total(id('4625')), width: 3 },
    { title: 'Events over time by channel', chart: charts.overTime('', 'winlogbeat_winlog_channel'), width: 6 },
    { title: 'Accounts with failed logins', chart: charts.pairs([account, address], id('4625')) },
    { title: 'Logins', chart: charts.pairs([account, computer], id('4624')) },
    {
      title: 'Changes of accounts and groups',
      chart: charts.pairs(
        ['winlogbeat_winlog_event_id', account],
        id('(4720 OR 4722 OR 4725 OR 4726 OR 4728 OR 4732 OR 4740)'),
      ),
    },
    { title: 'Computers', chart: charts.top(computer) },
    { title: 'Event ids', chart: charts.pairs(['winlogbeat_winlog_event_id', 'winlogbeat_winlog_provider_name']) },
    { title: 'Levels', chart: charts.share('winlogbeat_log_level') },
  ],
);
pack.alert({
  title: 'Windows: many failed logins of one account',
  description: 'Event 4625 occurs often for one account.',
  query: id('4625'),
  streams: [stream],
  groupBy: [account],
  moreThan: failures,
});
pack.alert({
  title: 'Windows: an event log was cleared',
  description: 'Event 1102 or 104: a log was cleared.',
  query: id('(1102 OR 104)'),
  streams: [stream],
  groupBy: [computer],
  moreThan: 0,
  priority: 3,
});
pack.alert({
  title: 'Windows: an account was made or put into a group of administrators',
  description: 'Event 4720, 4728, 4732 or 4756.',
  query: id('(4720 OR 4728 OR 4732 OR 4756)'),
  streams: [stream],
  groupBy: [account],
  moreThan: 0,
});

export const windows = pack.pack(
  'Windows',
  'Event logs of Windows by winlogbeat, with alerts for logins and accounts.',
  'In winlogbeat.yml: `output.logstash: {hosts: ["log-console:5044"]}`. Fields keep the prefix `winlogbeat_`.',
);
