/** Contains the snippets for sending CEF to an input. */
import { bash, node, python, rsyslogWith } from './programs.js';
import { hello, type Makers } from './snippet.js';

/** Makes an rsyslog configuration that forwards CEF messages of devices unchanged, with a syslog header in front. */
const rsyslogRaw = rsyslogWith(':rawmsg, contains, "CEF:"', 'RSYSLOG_TraditionalForwardFormat');

const cefText = (from: string): string =>
  `CEF:0|Example|Example|1.0|100|${hello(from)}|3|src=192.0.2.1 spt=1234 msg=${hello(from)}`;

export const cefMakers: Makers = {
  'org.graylog.plugins.cef.input.CEFUDPInput': [
    bash('udp', cefText('Bash')),
    rsyslogRaw('udp'),
    python('udp', `b"${cefText('Python')}"`),
    node('udp', `'${cefText('Node.js')}'`, ''),
  ],
  'org.graylog.plugins.cef.input.CEFTCPInput': [
    bash('tcp', cefText('Bash')),
    rsyslogRaw('tcp'),
    python('tcp', `b"${cefText('Python')}\\n"`),
    node('tcp', `'${cefText('Node.js')}\\n'`, ''),
  ],
};
