/**
 * Configurations that the server describes field by field: inputs, outputs, decorators, notifications … (contract
 * data-intake and search ConfigField, spec 1 §3 "configurable type"). The server and the console share these pure
 * functions.
 */
import type { SecretInput } from './authentication.schema.js';

export interface ConfigField {
  type: 'text' | 'number' | 'boolean' | 'dropdown' | 'list' | 'inline_binary';
  human_name: string;
  description: string | null;
  default_value: unknown;
  is_optional: boolean;
  /** True if answers contain only `{is_set}` instead of the field's value. */
  is_encrypted: boolean;
  /** Forms sort fields by this number; at equal positions mandatory fields come first. */
  position: number;
  /**
   * Flags of the field, compared without regard to case: `textarea`, `is_password`, `is_sensitive`, `allow_create`,
   * `only_negative`, `only_positive`, `is_port_number`.
   */
  attributes: string[];
  /** `values` maps the values of a dropdown to their labels. */
  additional_info: { values?: Record<string, string> };
}

export interface ConfigurableType {
  type: string;
  name: string;
  human_name: string;
  link_to_docs: string;
  requested_configuration: Record<string, ConfigField>;
}

export type ConfigFields = Readonly<Record<string, ConfigField>>;
export type ConfigValues = Readonly<Record<string, unknown>>;

export const hasAttribute = ({ attributes }: Pick<ConfigField, 'attributes'>, wanted: string): boolean =>
  attributes.some((name) => name.toLowerCase() === wanted);

/** Returns the smallest and the largest allowed value of a number field. Port 0 means any free port. */
export function boundsOf(field: Pick<ConfigField, 'attributes'>): { readonly min: number; readonly max: number } {
  if (hasAttribute(field, 'is_port_number')) return { min: 0, max: 65_535 };
  return {
    min: hasAttribute(field, 'only_positive') ? 0 : Number.MIN_SAFE_INTEGER,
    max: hasAttribute(field, 'only_negative') ? -1 : Number.MAX_SAFE_INTEGER,
  };
}

/** Sorts fields by position; at equal positions mandatory fields come first, then the order of the names decides. */
export function orderedFields(fields: ConfigFields): [name: string, field: ConfigField][] {
  return Object.entries(fields).sort(
    ([leftName, left], [rightName, right]) =>
      left.position - right.position ||
      Number(left.is_optional) - Number(right.is_optional) ||
      leftName.localeCompare(rightName, 'en'),
  );
}

/**
 * Returns the values with which the form of a configuration starts: the given values, and defaults for missing ones. In
 * place of an encrypted value, an answer only states whether the value is set. If it is set, the returned value is the
 * instruction to keep it.
 */
export function initialValues(fields: ConfigFields, values: ConfigValues = {}): Record<string, unknown> {
  const defaults = Object.entries(fields).flatMap(([name, { default_value: value }]) =>
    value === null || value === undefined ? [] : [[name, value]],
  );
  const known = Object.entries(values).flatMap(([name, value]) => {
    if (!isEncrypted(fields, name) || !isReadSecret(value)) return [[name, value]];
    return value.is_set ? [[name, { keep_value: true }]] : [];
  });
  return { ...(Object.fromEntries(defaults) as Record<string, unknown>), ...Object.fromEntries(known) };
}

const isEncrypted = (fields: ConfigFields, name: string): boolean =>
  Object.hasOwn(fields, name) && fields[name]?.is_encrypted === true;

const isReadSecret = (value: unknown): value is { readonly is_set: boolean } =>
  typeof value === 'object' && value !== null && 'is_set' in value;

/**
 * Returns a value for every declared field, null for unset fields. A missing value would be ambiguous: for outputs the
 * embedded server replaces it by the default of its field, for inputs it does not.
 */
export const declaredValues = (fields: ConfigFields, values: ConfigValues): Record<string, unknown> =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, values[name] ?? null]));

/** Tells whether the server stores a secret, judging by the member of an answer or of a request. */
export function isStoredSecret(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { is_set: isSet, keep_value: kept, delete_value: deleted } = value as Exclude<SecretInput, string>;
  return isSet === true || kept === true || deleted === true;
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'number' && Number.isNaN(value));

/** Tells whether a secret is neither stored on the server nor set by the request. */
const isUnset = (secret: unknown): boolean => {
  if (typeof secret !== 'object' || secret === null) return isEmpty(secret);
  const { is_set: isSet, keep_value: kept, set_value: value } = secret as Exclude<SecretInput, string>;
  return isSet !== true && kept !== true && isEmpty(value);
};

/** Returns the names of mandatory fields that have no value. A Boolean field always counts as set. */
export function missingFields(fields: ConfigFields, values: ConfigValues): string[] {
  return Object.entries(fields).flatMap(([name, { is_optional: optional, is_encrypted: secret, type }]) => {
    const empty = secret ? isUnset(values[name]) : isEmpty(values[name]);
    return empty && !optional && type !== 'boolean' ? [name] : [];
  });
}

const jsonTypes: Readonly<Record<ConfigField['type'], (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  dropdown: (value) => typeof value === 'string',
  inline_binary: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  boolean: (value) => typeof value === 'boolean',
  list: (value) => Array.isArray(value) && value.every((entry) => typeof entry === 'string'),
};

function numberProblem(field: ConfigField, value: number): string | undefined {
  const { min, max } = boundsOf(field);
  if (Number.isSafeInteger(value) && value >= min && value <= max) return undefined;
  if (hasAttribute(field, 'is_port_number'))
    return `must be a port number from ${min} (any free one) to ${max}, got ${value}`;
  if (!Number.isSafeInteger(value)) return `must be a whole number, got ${value}`;
  return value < min ? `must not be negative, got ${value}` : `must be negative, got ${value}`;
}

/**
 * Validates the value of a field; undefined and null mean unset, and so does an empty text in an optional field.
 * @returns the error without the field's name, or undefined when the value is valid
 */
function fieldProblem(field: ConfigField, value: unknown): string | undefined {
  const unset = value === undefined || value === null || (value === '' && field.is_optional);
  if (unset) return field.is_optional ? undefined : 'is mandatory';
  if (!jsonTypes[field.type](value)) return `must be a ${field.type}`;
  return typeof value === 'number' ? numberProblem(field, value) : undefined;
}

/**
 * Returns the first error of a configuration, with the name of the field; undefined when the configuration is valid.
 */
export function configProblem(fields: ConfigFields, values: ConfigValues): string | undefined {
  for (const [name, field] of Object.entries(fields)) {
    const problem = fieldProblem(field, Object.hasOwn(values, name) ? values[name] : undefined);
    if (problem !== undefined) return `"${name}" ${problem}`;
  }
  return undefined;
}

/** Converts a value to its field's type, or returns it unchanged (contract data-intake, "Configuration coercion"). */
function coerced({ type }: ConfigField, value: unknown): unknown {
  switch (type) {
    case 'number':
      if (value === '' || value === null) return null;
      return typeof value === 'string' && /^\s*[+-]?\d+\s*$/.test(value) ? Number(value) : value;
    case 'boolean':
      return value === 'true' ? true : value === 'false' ? false : value;
    case 'list':
      return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : value;
    default:
      return value === null ? '' : value;
  }
}

/**
 * Converts a configuration to the declared fields and their types; missing fields get their defaults.
 * @returns `values`: the converted configuration; `undeclared`: name of the first given member that no field declares
 */
export function coercedValues(
  fields: ConfigFields,
  given: ConfigValues,
): { readonly values: Record<string, unknown>; readonly undeclared?: string } {
  const undeclared = Object.keys(given).find((name) => !Object.hasOwn(fields, name));
  const values = Object.entries(fields).map(([name, field]) => [
    name,
    Object.hasOwn(given, name) ? coerced(field, given[name]) : field.default_value,
  ]);
  return {
    values: Object.fromEntries(values) as Record<string, unknown>,
    ...(undeclared !== undefined && { undeclared }),
  };
}

export type SecretChange =
  { readonly kind: 'keep' } | { readonly kind: 'delete' } | { readonly kind: 'set'; readonly value: string };

/**
 * Returns the change of a secret by a request; an empty text deletes the secret. Returns undefined when the request
 * contains several instructions.
 */
export function secretChange(input: SecretInput | null | undefined): SecretChange | undefined {
  if (input === undefined || input === null) return { kind: 'keep' };
  const { is_set: _read, ...written } = typeof input === 'string' ? { set_value: input } : input;
  const given = Object.entries(written).filter(([, value]) => value !== undefined && value !== false);
  if (given.length > 1) return undefined;
  if (written.delete_value) return { kind: 'delete' };
  if (written.set_value === undefined) return { kind: 'keep' };
  return written.set_value === '' ? { kind: 'delete' } : { kind: 'set', value: written.set_value };
}

/**
 * Text that answers contain instead of a password, as the contract requires. A request that sends it back keeps the
 * stored password.
 */
export const passwordSet = '<password set>';
const valueHidden = '<value hidden>';

/**
 * Returns a configuration for an answer, with its secrets masked.
 * @param editor true leaves passwords and sensitive values readable; encrypted values are masked in any case
 */
export function maskedValues(fields: ConfigFields, values: ConfigValues, editor = false): Record<string, unknown> {
  const shown: Record<string, unknown> = { ...values };
  for (const [name, field] of Object.entries(fields)) {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    const isSet = value !== undefined && value !== null && value !== '';
    if (field.is_encrypted) shown[name] = { is_set: isSet };
    else if (!isSet || editor) continue;
    else if (hasAttribute(field, 'is_password')) shown[name] = passwordSet;
    else if (hasAttribute(field, 'is_sensitive')) shown[name] = valueHidden;
  }
  return shown;
}

/**
 * Merges a requested configuration over the stored one; a placeholder that is sent back keeps the stored secret.
 * @returns `values`: the merged configuration; `contradictory`: name of an encrypted field with several instructions
 */
export function mergedValues(
  fields: ConfigFields,
  stored: ConfigValues,
  given: ConfigValues,
): { readonly values: Record<string, unknown>; readonly contradictory?: string } {
  const values: Record<string, unknown> = { ...stored };
  for (const [name, value] of Object.entries(given)) {
    if (value === passwordSet || value === valueHidden) continue;
    if (!isEncrypted(fields, name)) {
      values[name] = value;
      continue;
    }
    const written = typeof value === 'object' || typeof value === 'string' ? (value as SecretInput | null) : undefined;
    const change = secretChange(written);
    if (!change) return { values, contradictory: name };
    if (change.kind !== 'keep') values[name] = change.kind === 'set' ? change.value : null;
  }
  return { values };
}

/** Text that the console displays in place of a secret. */
export const secretMask = '••••••';

export const isSecret = (field: ConfigField): boolean =>
  field.is_encrypted || hasAttribute(field, 'is_password') || hasAttribute(field, 'is_sensitive');

/** Formats a value for display: options appear with their labels, secrets only as a mask. */
export function shownValue(field: ConfigField | undefined, value: unknown): string {
  if (field && isSecret(field)) return secretMask;
  const label = (one: unknown): string => field?.additional_info.values?.[String(one)] ?? String(one ?? '');
  if (Array.isArray(value)) return value.map(label).join(', ');
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  return label(value);
}
