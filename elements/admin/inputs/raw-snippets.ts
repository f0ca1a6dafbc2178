/** Contains the snippets for sending lines of text to an input. */
import { bash, node, python, vector } from './programs.js';
import { hello, type Makers } from './snippet.js';

export const rawMakers: Makers = {
  'org.graylog2.inputs.raw.udp.RawUDPInput': [
    bash('udp', hello('Bash')),
    vector('udp', 'text'),
    python('udp', `b"${hello('Python')}"`),
    node('udp', `'${hello('Node.js')}'`, ''),
  ],
  'org.graylog2.inputs.raw.tcp.RawTCPInput': [
    bash('tcp', hello('Bash')),
    vector('tcp', 'text'),
    python('tcp', `b"${hello('Python')}\\n"`),
    node('tcp', `'${hello('Node.js')}\\n'`, ''),
  ],
};
