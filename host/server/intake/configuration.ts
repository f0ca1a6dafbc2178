/** Checks and masks configurations of inputs (contract data-intake, "Input configuration check", "Secrets of inputs"). */
import type { ConfigField } from '../../../api/contract/inputs.schema.js';
import type { Attributes } from './attributes.js';
import { inputTypeIds, type InputType } from './input-types.js';

/** The configuration cannot be used; the message names the field. */
export class ConfigurationError extends Error {
  override name = 'ConfigurationError';
}

const jsonTypes: Record<ConfigField['type'], (value: unknown) => boolean> = {
  text: (value) => typeof value === 'string',
  dropdown: (value) => typeof value === 'string',
  inline_binary: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  boolean: (value) => typeof value === 'boolean',
  list: (value) => Array.isArray(value),
};

function checkNumber(name: string, field: ConfigField, value: number): void {
  const attributes = field.attributes.map((attribute) => attribute.toLowerCase());
  if (attributes.includes('is_port_number') && (!Number.isInteger(value) || value < 0 || value > 65_535)) {
    throw new ConfigurationError(`"${name}" must be a port number from 0 (any free one) to 65535, got ${value}.`);
  }
  if (attributes.includes('only_positive') && value < 0) {
    throw new ConfigurationError(`"${name}" must not be negative, got ${value}.`);
  }
}

/**
 * Mandatory fields must be there, and what is there must have its field's JSON type; null stands for unset.
 * @throws ConfigurationError
 */
export function checkConfiguration(type: InputType, attributes: Attributes): void {
  for (const [name, field] of Object.entries(type.info.requested_configuration)) {
    const value = attributes[name];
    if (value === undefined || value === null || (value === '' && field.is_optional)) {
      if (field.is_optional) continue;
      throw new ConfigurationError(`Missing or invalid configuration: "${name}" is mandatory.`);
    }
    if (!jsonTypes[field.type](value)) {
      throw new ConfigurationError(`Missing or invalid configuration: "${name}" must be a ${field.type}.`);
    }
    if (typeof value === 'number') checkNumber(name, field, value);
  }
  // Charset and time zone: the decoder knows whether they exist.
  try {
    type.decoder(attributes);
  } catch (error) {
    throw new ConfigurationError(error instanceof Error ? error.message : String(error));
  }
}

const passwordSet = '<password set>';
const valueHidden = '<value hidden>';

/** The configuration as whoever may not edit the input sees it. */
export function masked(type: InputType | undefined, attributes: Attributes): Record<string, unknown> {
  const shown: Record<string, unknown> = { ...attributes };
  for (const [name, field] of Object.entries(type?.info.requested_configuration ?? {})) {
    const value = shown[name];
    if (value === undefined || value === null || value === '') continue;
    if (field.attributes.includes('is_password')) shown[name] = passwordSet;
    else if (field.attributes.includes('is_sensitive')) shown[name] = valueHidden;
  }
  return shown;
}

/** A configuration over the stored one; a mask that comes back keeps what it hides. */
export function merged(stored: Attributes, incoming: Attributes): Record<string, unknown> {
  const kept = Object.entries(incoming).filter(([, value]) => value !== passwordSet && value !== valueHidden);
  return { ...stored, ...Object.fromEntries(kept) };
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
