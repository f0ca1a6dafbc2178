/** Describes one type of input: its id, name, fields, decoder, transport, and how a test message reaches it. */
import type { ConfigFields } from '../../../../api/contract/config-fields.js';
import type { InputTypeInfo } from '../../../../api/contract/inputs.schema.js';
import type { Attributes } from '../../foundation/attributes.js';
import type { EgressGuard } from '../../outgoing/egress-guard.js';
import type { Decode } from '../decode/decoded.js';
import type { FileMemory } from '../files/file-memory.js';
import type { ReadableFiles } from '../files/readable-files.js';
import type { Receiver } from '../transport/receiver.js';
import type { Transport } from '../transport/transport.js';
import type { Trial } from './trial.js';

export interface TransportRooms {
  readonly inputId: string;
  readonly files: FileMemory;
  /** Files that inputs may read. */
  readonly readable: ReadableFiles;
  /** Called with a remark about the input in any state; `undefined` removes it. */
  readonly onRemark: (text: string | undefined) => void;
  /** The input runs, but something is wrong at the moment; undefined: no longer. */
  readonly onTrouble: (reason: string | undefined) => void;
  /** An encrypted value of the configuration; empty when there is none. */
  readonly secret: (name: string) => Promise<string>;
  /** Guard of the input's outgoing calls. */
  readonly egress: EgressGuard;
  /** Called when the format of a sender or file was recognised. */
  readonly onRecognised: (source: string, title: string) => void;
}

/** Services needed to check settings. */
export type ProblemRooms = Pick<TransportRooms, 'readable'>;

export interface InputType {
  readonly info: InputTypeInfo;
  /** True if people may create inputs of this type; otherwise only the server does. */
  readonly creatable: boolean;
  /** How a test message is sent to an input of this type; undefined: it listens nowhere. */
  readonly trial: Trial | undefined;
  /** @throws Error that says which setting is wrong */
  readonly decoder: (attributes: Attributes) => Decode;
  /** Checks settings that the decoder does not know; undefined: nothing is wrong. */
  readonly problem?: (attributes: Attributes, rooms: ProblemRooms) => string | undefined;
  /** @throws Error that says which setting is wrong */
  readonly transport: (attributes: Attributes, receiver: Receiver, rooms: TransportRooms) => Transport;
}

interface InputTypeDescription extends Pick<InputType, 'decoder' | 'problem' | 'transport'> {
  /** Class by which the API names the type (contract data-intake, input_types), or an id of our own. */
  readonly id: string;
  readonly name: string;
  readonly fields: ConfigFields;
  /** True if absent. */
  readonly creatable?: boolean;
  readonly trial?: Trial;
  /** Shows in the launch dialog what the input would make of lines or files. */
  readonly preview?: InputTypeInfo['preview'];
}

export function inputType(description: InputTypeDescription): InputType {
  const { id, name, fields, creatable = true, trial, preview, decoder, problem, transport } = description;
  return {
    info: {
      type: id,
      name,
      is_exclusive: false,
      requested_configuration: fields,
      link_to_docs: '',
      ...(preview && { preview }),
      ...(trial && { sample_message: trial.sample }),
    },
    creatable,
    trial,
    decoder,
    ...(problem && { problem }),
    transport,
  };
}
