/**
 * Checks and masks configurations of inputs (contract data-intake, "Input configuration check", "Secrets of inputs").
 */
import { configProblem, maskedValues, mergedValues } from '../../../../api/contract/config-fields.js';
import type { Attributes } from '../../foundation/attributes.js';
import { inputTypeIds } from './input-type-ids.js';
import { errorOf } from '../../foundation/caught.js';
import type { InputType, ProblemRooms } from './input-type.js';

/** Thrown when the configuration of an input cannot be used; the message gives the reason. */
export class ConfigurationError extends Error {
  override name = 'ConfigurationError';
}

/**
 * Checks the configuration of an input: mandatory fields, JSON types of the values, and the checks of the input type.
 * @throws ConfigurationError when a mandatory field is missing or a value is invalid
 */
export function checkConfiguration(type: InputType, attributes: Attributes, rooms: ProblemRooms): void {
  const problem = configProblem(type.info.requested_configuration, attributes);
  if (problem !== undefined) throw new ConfigurationError(`Missing or invalid configuration: ${problem}.`);
  const wrong = type.problem?.(attributes, rooms);
  if (wrong !== undefined) throw new ConfigurationError(`Invalid configuration: ${wrong}.`);
  // Only creating the decoder shows whether the charset and the time zone exist.
  try {
    type.decoder(attributes);
  } catch (error) {
    throw new ConfigurationError(errorOf(error).message);
  }
}

/**
 * Returns the configuration for display, without encrypted values.
 * @param editor false: sensitive values that are not encrypted are hidden as well
 */
export const masked = (type: InputType | undefined, attributes: Attributes, editor = false): Record<string, unknown> =>
  maskedValues(type?.info.requested_configuration ?? {}, attributes, editor);

/**
 * Merges a configuration over the stored one; a placeholder in place of a secret keeps the stored secret.
 * @throws ConfigurationError when an encrypted field contains several instructions
 */
export function merged(type: InputType | undefined, stored: Attributes, incoming: Attributes): Record<string, unknown> {
  const { values, contradictory } = mergedValues(type?.info.requested_configuration ?? {}, stored, incoming);
  if (contradictory === undefined) return values;
  throw new ConfigurationError(`"${contradictory}" takes one of set_value, keep_value and delete_value, not several.`);
}

const recogniseName = 'recognise_formats';

/**
 * Returns the configuration with a value for `recognise_formats`, if the input type has this field.
 * @param recognise value for a configuration that does not contain the field as boolean
 */
export function withRecognition(type: InputType | undefined, attributes: Attributes, recognise: boolean): Attributes {
  const declared = Object.hasOwn(type?.info.requested_configuration ?? {}, recogniseName);
  const isSet = Object.hasOwn(attributes, recogniseName) && typeof attributes[recogniseName] === 'boolean';
  return declared && !isSet ? { ...attributes, [recogniseName]: recognise } : attributes;
}

export interface FirstInput {
  readonly title: string;
  readonly type: string;
  readonly attributes: Record<string, unknown>;
}

const loopback = '127.0.0.1';
/**
 * Largest body size in bytes of the GELF HTTP input that the server creates at its first start. It is so large that
 * senders on the same machine can send large batches.
 */
const firstHttpBodyBytes = 16 * 1024 * 1024;

function withDefaults(type: string, types: ReadonlyMap<string, InputType>, own: Attributes): Record<string, unknown> {
  const fields = Object.entries(types.get(type)?.info.requested_configuration ?? {});
  return { ...Object.fromEntries(fields.map(([name, field]) => [name, field.default_value])), ...own };
}

/**
 * Returns the inputs that the server creates and launches at its first start and that receive messages over the
 * network. They listen on loopback only.
 */
export function firstInputs(types: ReadonlyMap<string, InputType>): FirstInput[] {
  const at = (title: string, type: string, port: number, own: Attributes = {}): FirstInput => ({
    title,
    type,
    attributes: withDefaults(type, types, { bind_address: loopback, port, ...own }),
  });
  return [
    at('GELF UDP', inputTypeIds.gelfUdp, 12201),
    at('GELF TCP', inputTypeIds.gelfTcp, 12201),
    at('GELF HTTP', inputTypeIds.gelfHttp, 12202, {
      enable_bulk_receiving: true,
      enable_cors: false,
      max_chunk_size: firstHttpBodyBytes,
    }),
    at('Syslog UDP', inputTypeIds.syslogUdp, 1514),
    at('Syslog TCP', inputTypeIds.syslogTcp, 1514),
  ];
}
