/** Defines the input type for JSON objects over TCP, one per line. */
import { framed } from '../transport/tcp.js';
import { rawFields, tcpFields } from './config-fields.js';
import { jsonLines } from './decoders.js';
import { inputTypeIds as ids } from './input-type-ids.js';
import { inputType } from './input-type.js';
import { lines, tcp } from './listeners.js';
import { delimited, hello, overTcp } from './trial.js';

export const jsonTcp = inputType({
  id: ids.jsonTcp,
  name: 'JSON lines TCP',
  fields: { ...tcpFields(5555), ...rawFields },
  trial: overTcp(JSON.stringify({ message: hello, level: 6 }), delimited(false)),
  decoder: jsonLines,
  transport: (attributes, receiver) => tcp(attributes, receiver, framed(lines(attributes))),
});
