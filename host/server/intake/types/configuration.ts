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
 * Mandatory fields must be there, and what is there must have its field's JSON type.
 * @throws ConfigurationError
 */
export function checkConfiguration(type: InputType, attributes: Attributes, rooms: ProblemRooms): void {
  const problem = configProblem(type.info.requested_configuration, attributes);
  if (problem !== undefined) throw new ConfigurationError(`Missing or invalid configuration: ${problem}.`);
  const wrong = type.problem?.(attributes, rooms);
  if (wrong !== undefined) throw new ConfigurationError(`Invalid configuration: ${wrong}.`);
  // Charset and time zone: the decoder knows whether they exist.
  try {
    type.decoder(attributes);
  } catch (error) {
    throw new ConfigurationError(error instanceof Error ? error.message : String(error));
  }
}

/** Returns the configuration for display; users who may not edit the input see no secrets. */
export const masked = (type: InputType | undefined, attributes: Attributes, editor = false): Record<string, unknown> =>
  maskedValues(type?.info.requested_configuration ?? {}, attributes, editor);

/** A configuration over the stored one. @throws ConfigurationError */
export function merged(type: InputType | undefined, stored: Attributes, incoming: Attributes): Record<string, unknown> {
  const { values, contradictory } = mergedValues(type?.info.requested_configuration ?? {}, stored, incoming);
  if (contradictory === undefined) return values;
  throw new ConfigurationError(`"${contradictory}" takes one of set_value, keep_value and delete_value, not several.`);
}

const recogniseName = 'recognise_formats';

/** @param recognise what stands in where the configuration says nothing of it */
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
/** GELF senders may batch generously on their own machine. */
const firstHttpBodyBytes = 16 * 1024 * 1024;

function withDefaults(type: string, types: ReadonlyMap<string, InputType>, own: Attributes): Record<string, unknown> {
  const fields = Object.entries(types.get(type)?.info.requested_configuration ?? {});
  return { ...Object.fromEntries(fields.map(([name, field]) => [name, field.default_value])), ...own };
}

/** The inputs of a first start (running): loopback only. */
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
