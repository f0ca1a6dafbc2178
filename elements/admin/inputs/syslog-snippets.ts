/** Contains the snippets for sending syslog to an input. */
import { docker, logger, rsyslogWith, syslogNg } from './programs.js';
import { fluentBit, type Makers } from './snippet.js';

const rsyslog = rsyslogWith('*.*', 'RSYSLOG_SyslogProtocol23Format');

const syslogKeys = { Syslog_Format: 'rfc5424', Syslog_Message_Key: 'log' };

export const syslogMakers: Makers = {
  'org.graylog2.inputs.syslog.udp.SyslogUDPInput': [
    rsyslog('udp'),
    syslogNg('udp'),
    docker('syslog', 'udp'),
    fluentBit('syslog', () => ({ Mode: 'udp', ...syslogKeys })),
    logger('udp'),
  ],
  'org.graylog2.inputs.syslog.tcp.SyslogTCPInput': [
    rsyslog('tcp'),
    syslogNg('tcp'),
    docker('syslog', 'tcp'),
    fluentBit('syslog', ({ tls }) => ({ Mode: tls ? 'tls' : 'tcp', ...syslogKeys })),
    logger('tcp'),
  ],
};
