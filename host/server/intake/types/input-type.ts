/** Describes an input type: its id, name, configuration fields, decoder, transport and test message. */
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
  /** Decides which files inputs may read, and opens them. */
  readonly readable: ReadableFiles;
  /** Called with a remark about the input, which is shown until the next start of the input; `undefined` removes it. */
  readonly onRemark: (text: string | undefined) => void;
  /** Called with the reason while a running input has a problem, and with `undefined` when the problem is over. */
  readonly onTrouble: (reason: string | undefined) => void;
  /** Returns the decrypted value of an encrypted configuration field; empty when the value is not set. */
  readonly secret: (name: string) => Promise<string>;
  /** Guard of the input's outgoing requests. */
  readonly egress: EgressGuard;
  /** Called when the format of a sender or file was recognised. */
  readonly onRecognised: (source: string, title: string) => void;
}

/** Contains the services that checking the settings of an input needs. */
export type ProblemRooms = Pick<TransportRooms, 'readable'>;

export interface InputType {
  readonly info: InputTypeInfo;
  /** True if users may create inputs of this type; otherwise only the server does. */
  readonly creatable: boolean;
  /** Test message for inputs of this type, and the protocol that carries it; undefined: no test message can be sent. */
  readonly trial: Trial | undefined;
  /**
   * Creates the decoder of an input.
   * @throws Error when a setting of the decoder is invalid; the message names the setting or its value
   */
  readonly decoder: (attributes: Attributes) => Decode;
  /** Explains why a setting that the decoder does not use is invalid; undefined: these settings are valid. */
  readonly problem?: (attributes: Attributes, rooms: ProblemRooms) => string | undefined;
  /**
   * Creates the transport of an input.
   * @throws Error when a setting of the transport is invalid; the message names the setting
   */
  readonly transport: (attributes: Attributes, receiver: Receiver, rooms: TransportRooms) => Transport;
}

interface InputTypeDescription extends Pick<InputType, 'decoder' | 'problem' | 'transport'> {
  /**
   * Java class name that identifies the type in the API (contract data-intake, input_types), or an id of this server.
   */
  readonly id: string;
  readonly name: string;
  readonly fields: ConfigFields;
  /** True (default): users may create inputs of this type; false: only the server does. */
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
