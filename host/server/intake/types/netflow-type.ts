/** Defines the input type for NetFlow 5 (Cisco), NetFlow 9 (RFC 3954) and IPFIX (RFC 7011) over UDP. */
import { textOr, type Attributes } from '../../foundation/attributes.js';
import { readSmallFile } from '../files/small-file.js';
import { readDefinitions } from '../netflow/fields.js';
import { readNetFlow } from '../netflow/packets.js';
import { Templates } from '../netflow/templates.js';
import type { Receiver } from '../transport/receiver.js';
import type { Transport } from '../transport/transport.js';
import { netFlowFields, udpFields } from './config-fields.js';
import { raw } from './decoders.js';
import { inputTypeIds as ids } from './input-type-ids.js';
import { inputType } from './input-type.js';
import { udp } from './listeners.js';
import { overUdp, TrialError } from './trial.js';

/** Sample packet with one flow of NetFlow 5; its times are 0, so that the message gets the time of receipt. */
const sample = [
  '0005 0001 00000000 00000000 00000000 00000000 0000 0000',
  'c0000201 c0000202 00000000 0001 0002 0000000a 00000400 00000000 00000000',
  '04d2 0050 00 18 06 00 0000 0000 18 18 0000',
].join('\n');

/** Converts a test packet, which users write as hexadecimal digits, to bytes. @throws TrialError for any other text */
function fromHex(text: string): Buffer {
  const digits = text.replace(/\s+/g, '');
  if (!/^([0-9a-f]{2})+$/i.test(digits)) throw new TrialError('Packets for this input are written in hex: 00 05 …');
  return Buffer.from(digits, 'hex');
}

const mostDefinitionBytes = 1024 * 1024;

function packets(attributes: Attributes, receiver: Receiver): Transport {
  const path = textOr(attributes, 'netflow9_definitions_Path', undefined);
  const own = readDefinitions(
    path === undefined ? '' : readSmallFile(path, mostDefinitionBytes, 'NetFlow definitions'),
  );
  const templates = new Templates();
  return udp(attributes, receiver, undefined, (packet, remote, now) =>
    readNetFlow(packet, remote, now, templates, own),
  );
}

export const netFlowUdp = inputType({
  id: ids.netFlowUdp,
  name: 'NetFlow UDP',
  fields: { ...udpFields(2055), ...netFlowFields },
  trial: overUdp(sample, fromHex),
  // A packet contains several messages, so the transport decodes it, and this decoder is not used.
  decoder: raw,
  transport: packets,
});
