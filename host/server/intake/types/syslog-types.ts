/** Defines the input types for syslog over UDP and TCP (RFC 3164, RFC 5424; octet counting of RFC 6587). */
import { syslogFields, tcpFields, udpFields } from './config-fields.js';
import { syslog } from './decoders.js';
import { inputTypeIds as ids } from './input-type-ids.js';
import { inputType } from './input-type.js';
import { syslogFraming, tcp, udp } from './listeners.js';
import { framed } from '../transport/tcp.js';
import { delimited, overTcp, overUdp, syslogSample } from './trial.js';

export const syslogUdp = inputType({
  id: ids.syslogUdp,
  name: 'Syslog UDP',
  fields: { ...udpFields(514), ...syslogFields() },
  trial: overUdp(syslogSample),
  decoder: syslog,
  transport: (attributes, receiver) => udp(attributes, receiver),
});

export const syslogTcp = inputType({
  id: ids.syslogTcp,
  name: 'Syslog TCP',
  fields: { ...tcpFields(514), ...syslogFields() },
  trial: overTcp(syslogSample, delimited(false)),
  decoder: syslog,
  transport: (attributes, receiver) => tcp(attributes, receiver, framed(syslogFraming(attributes))),
});
