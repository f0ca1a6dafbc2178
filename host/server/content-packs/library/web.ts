import { charts, PackBuilder } from './builder.js';
import { syslogUdp } from './inputs.js';

const pack = new PackBuilder('web-server');
const port = pack.parameter('port', 'Port', 'UDP port to which nginx or Apache sends its logs as syslog.', 5515);
const errors = pack.parameter(
  'errors',
  'Server errors that raise an alert',
  'Responses with status 500 or higher within 5 minutes are counted.',
  20,
);

pack.grok(
  'WEB_ACCESS',
  '%{IPORHOST:http_client_ip} %{NOTSPACE:http_ident} %{NOTSPACE:http_user} \\[%{DATA:http_time}\\] "(?:%{WORD:http_method} %{NOTSPACE:http_path}(?: HTTP/%{NUMBER:http_version})?|%{DATA:http_request})" %{INT:http_status:long} (?:%{INT:http_bytes:long}|-)(?: "%{DATA:http_referrer}" "%{DATA:http_user_agent}")?(?: %{NUMBER:http_seconds:double})?',
);
pack.grok(
  'WEB_NGINX_ERROR',
  '\\[%{WORD:http_error_level}\\] %{INT:http_process_id:long}#%{INT}: (?:\\*%{INT:http_connection:long} )?%{DATA:http_error}(?:, client: %{IPORHOST:http_client_ip})?(?:, server: %{DATA:http_server})?(?:, request: "%{WORD:http_method} %{NOTSPACE:http_path}[^"]*")?(?:, upstream: "%{DATA:http_upstream}")?(?:, host: "%{DATA:http_host}")?$',
);
pack.grok(
  'WEB_APACHE_ERROR',
  '\\[(?:%{WORD:http_module})?:%{WORD:http_error_level}\\] \\[pid %{INT:http_process_id:long}(?::tid %{INT})?\\](?: \\[client %{IPORHOST:http_client_ip}(?::%{INT})?\\])? %{GREEDYDATA:http_error}',
);

pack.input('Web server syslog', syslogUdp, port, [
  { title: 'Access log', grok: '%{WEB_ACCESS}', when: '"' },
  { title: 'Error log of nginx', grok: '%{WEB_NGINX_ERROR}', when: '#' },
  { title: 'Error log of Apache', grok: '%{WEB_APACHE_ERROR}', when: '[pid ' },
]);
const stream = pack.stream('Web server requests', 'Requests to nginx and Apache.', [
  { type: 'PRESENCE', field: 'http_status' },
]);
const failures = pack.stream('Web server errors', 'Error logs of nginx and Apache.', [
  { type: 'PRESENCE', field: 'http_error' },
]);

pack.dashboard(
  'Web server',
  'Requests, answers and errors of nginx and Apache.',
  [stream],
  [
    { title: 'Requests', chart: charts.total(), width: 3 },
    { title: 'Server errors', chart: charts.total('http_status:>=500'), width: 3 },
    { title: 'Requests over time by status', chart: charts.overTime('', 'http_status'), width: 6 },
    { title: 'Paths', chart: charts.top('http_path') },
    { title: 'Paths with errors', chart: charts.pairs(['http_path', 'http_status'], 'http_status:>=400') },
    { title: 'Clients', chart: charts.top('http_client_ip') },
    { title: 'Bytes by path', chart: charts.sum('http_bytes', 'http_path') },
    { title: 'Methods', chart: charts.share('http_method') },
    { title: 'Agents', chart: charts.top('http_user_agent') },
  ],
);
pack.dashboard(
  'Web server errors',
  'Lines that nginx and Apache write into their error logs.',
  [failures],
  [
    { title: 'Errors over time by level', chart: charts.overTime('', 'http_error_level'), width: 12 },
    { title: 'Errors', chart: charts.top('http_error'), width: 8 },
    { title: 'Upstreams', chart: charts.top('http_upstream') },
  ],
);
pack.alert({
  title: 'Web server: many server errors',
  description: 'Many requests were answered with 500 or more.',
  query: 'http_status:>=500',
  streams: [stream],
  groupBy: ['source'],
  moreThan: errors,
});

export const web = pack.pack(
  'nginx and Apache',
  'Requests and errors of web servers.',
  'nginx: `access_log syslog:server=log-console:5515 combined;` and `error_log syslog:server=log-console:5515;`. Apache: pipe the combined log into `logger -n log-console -P 5515 -d -t httpd`.',
);
