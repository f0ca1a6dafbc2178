/** Checks and masks configurations of inputs (contract data-intake, "Input configuration check", "Secrets of inputs"). */
import { configProblem, maskedValues, mergedValues } from '../../../../api/contract/config-fields.js';
import type { Attributes } from '../../foundation/attributes.js';
import { inputTypeIds } from './input-type-ids.js';
import type { InputType, ProblemRooms } from './input-type.js';

/** The configuration cannot be used; the message names the field. */
export class ConfigurationError extends Error {
  override name = 'ConfigurationError';
}

/**
 * Checks that mandatory fields are present, and that values have the JSON type of their field.
 * @throws ConfigurationError
 */
export function checkConfiguration(type: InputType, attributes: Attributes, rooms: ProblemRooms): void {
  const problem = configProblem(type.info.requested_configuration, attributes);
  if (problem !== undefined) throw new ConfigurationError(`Missing or invalid configuration: ${problem}.`);
  const wrong = type.problem?.(attributes, rooms);
  if (wrong !== undefined) throw new ConfigurationError(`Invalid configuration: ${wrong}.`);
  // Only the decoder knows whether charset and time zone exist.
  try {
    type.decoder(attributes);
  } catch (error) {
    throw new ConfigurationError(error instanceof Error ? error.message : String(error));
  }
}

/** Returns the configuration for display; users who may not edit the input see no secrets. */
export const masked = (type: InputType | undefined, attributes: Attributes, editor = false): Record<string, unknown> =>
  maskedValues(type?.info.requested_configuration ?? {}, attributes, editor);

/** Merges a configuration with the stored one. @throws ConfigurationError */
export function merged(type: InputType | undefined, stored: Attributes, incoming: Attributes): Record<string, unknown> {
  const { values, contradictory } = mergedValues(type?.info.requested_configuration ?? {}, stored, incoming);
  if (contradictory === undefined) return values;
  throw new ConfigurationError(`"${contradictory}" takes one of set_value, keep_value and delete_value, not several.`);
}

const recogniseName = 'recognise_formats';

/** @param recognise value that applies if the configuration does not contain the field */
export function withRecognition(type: InputType | undefined, attributes: Attributes, recognise: boolean): Attributes {
  const declared = Object.hasOwn(type?.info.requested_configuration ?? {}, recogniseName);
  const said = Object.hasOwn(attributes, recogniseName) && typeof attributes[recogniseName] === 'boolean';
  return declared && !said ? { ...attributes, [recogniseName]: recognise } : attributes;
}

export interface FirstInput {
  readonly title: string;
  readonly type: string;
  readonly attributes: Record<string, unknown>;
}

const loopback = '127.0.0.1';
/** Body size in bytes that allows GELF senders on the same machine large batches. */
const firstHttpBodyBytes = 16 * 1024 * 1024;

function withDefaults(type: string, types: ReadonlyMap<string, InputType>, own: Attributes): Record<string, unknown> {
  const fields = Object.entries(types.get(type)?.info.requested_configuration ?? {});
  return { ...Object.fromEntries(fields.map(([name, field]) => [name, field.default_value])), ...own };
}

/** Returns the default inputs of a first start (running), which listen on loopback only. */
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
