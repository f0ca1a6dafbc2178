/** Defines the input types for Beats and Logstash, which send over the Lumberjack protocol. */
import { beatsConnections } from '../transport/beats.js';
import { beatsFields, olderBeatsFields } from './config-fields.js';
import { beats as decodeBeats, olderBeats as decodeOlderBeats } from './decoders.js';
import { inputTypeIds as ids } from './input-type-ids.js';
import { inputType, type InputType } from './input-type.js';
import { tcp } from './listeners.js';
import { hello, overTcp } from './trial.js';

/** Encodes one event as a lumberjack window (protocol version 2). */
function lumberjack(text: string): Buffer {
  const json = Buffer.from(text);
  const head = Buffer.from('2W....2J........', 'latin1');
  head.writeUInt32BE(1, 2);
  head.writeUInt32BE(1, 8);
  head.writeUInt32BE(json.length, 12);
  return Buffer.concat([head, json]);
}

const sample = JSON.stringify({ '@metadata': { beat: 'filebeat' }, host: { name: 'console' }, message: hello });
const trial = overTcp(sample, lumberjack);
const transport: InputType['transport'] = (attributes, receiver) => tcp(attributes, receiver, beatsConnections());

export const beats = inputType({
  id: ids.beats,
  name: 'Beats',
  fields: beatsFields(5044),
  trial,
  decoder: decodeBeats,
  transport,
});

export const olderBeats = inputType({
  id: ids.olderBeats,
  name: 'Beats (deprecated)',
  fields: olderBeatsFields(5044),
  trial,
  decoder: decodeOlderBeats,
  transport,
});
