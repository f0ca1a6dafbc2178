/**
 * Describes one input type: its id, name, configuration fields, decoder, transport, and how a test message reaches it.
 */
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
  /** Called with a present problem of a running input; `undefined` when it is over. */
  readonly onTrouble: (reason: string | undefined) => void;
  /** Decrypts a value of the configuration; empty when the value is not set. */
  readonly secret: (name: string) => Promise<string>;
  /** Guard of the input's outgoing requests. */
  readonly egress: EgressGuard;
  /** Called when the format of a sender or file was recognised. */
  readonly onRecognised: (source: string, title: string) => void;
}

/** Services needed to check settings. */
export type ProblemRooms = Pick<TransportRooms, 'readable'>;

export interface InputType {
  readonly info: InputTypeInfo;
  /** True if users may create inputs of this type; otherwise only the server does. */
  readonly creatable: boolean;
  /** Test message for an input of this type and the protocol that carries it; undefined: the type does not listen on a port. */
  readonly trial: Trial | undefined;
  /** Creates the decoder. @throws Error that names the wrong setting */
  readonly decoder: (attributes: Attributes) => Decode;
  /** Checks settings that the decoder does not use; undefined: they are valid. */
  readonly problem?: (attributes: Attributes, rooms: ProblemRooms) => string | undefined;
  /** Creates the transport. @throws Error that names the wrong setting */
  readonly transport: (attributes: Attributes, receiver: Receiver, rooms: TransportRooms) => Transport;
}

interface InputTypeDescription extends Pick<InputType, 'decoder' | 'problem' | 'transport'> {
  /**
   * Java class name that identifies the type in the API (contract data-intake, input_types), or an id of this server.
   */
  readonly id: string;
  readonly name: string;
  readonly fields: ConfigFields;
  /** True by default. */
  readonly creatable?: boolean;
  readonly trial?: Trial;
  /** Enables a preview of lines or files in the launch dialog. */
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
