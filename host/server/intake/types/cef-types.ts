/** Defines the input types for the ArcSight Common Event Format (CEF) over UDP and TCP. */
import { framed } from '../transport/tcp.js';
import { cefFields, tcpFields, udpFields } from './config-fields.js';
import { cef } from './decoders.js';
import { inputTypeIds as ids } from './input-type-ids.js';
import { inputType } from './input-type.js';
import { syslogFraming, tcp, udp } from './listeners.js';
import { cefSample, delimited, overTcp, overUdp } from './trial.js';

export const cefUdp = inputType({
  id: ids.cefUdp,
  name: 'CEF UDP',
  fields: { ...udpFields(5555), ...cefFields },
  trial: overUdp(cefSample),
  decoder: cef,
  transport: (attributes, receiver) => udp(attributes, receiver),
});

export const cefTcp = inputType({
  id: ids.cefTcp,
  name: 'CEF TCP',
  fields: { ...tcpFields(5555), ...cefFields },
  trial: overTcp(cefSample, delimited(false)),
  decoder: cef,
  transport: (attributes, receiver) => tcp(attributes, receiver, framed(syslogFraming(attributes))),
});
