/** Configurations that the server describes field by field (spec 1 §3 "configurable type"); pure. */
import type { ConfigField } from '../../api/contract/inputs.js';

export type ConfigFields = Readonly<Record<string, ConfigField>>;
export type ConfigValues = Readonly<Record<string, unknown>>;

/** By position, mandatory ones first where it is the same, then by name. */
export function orderedFields(fields: ConfigFields): [name: string, field: ConfigField][] {
  return Object.entries(fields).sort(
    ([leftName, left], [rightName, right]) =>
      left.position - right.position ||
      Number(left.is_optional) - Number(right.is_optional) ||
      leftName.localeCompare(rightName, 'en'),
  );
}

/** What a new configuration starts with, under what is configured already. */
export function initialValues(fields: ConfigFields, values: ConfigValues = {}): Record<string, unknown> {
  const defaults = Object.entries(fields).flatMap(([name, { default_value: value }]) =>
    value === null || value === undefined ? [] : [[name, value]],
  );
  return { ...(Object.fromEntries(defaults) as Record<string, unknown>), ...values };
}

/** Names of mandatory fields without a value. An off switch is a value. */
export function missingFields(fields: ConfigFields, values: ConfigValues): string[] {
  return Object.entries(fields).flatMap(([name, { is_optional: optional, type }]) => {
    const value = values[name];
    const empty =
      value === undefined ||
      value === null ||
      (typeof value === 'string' && value.trim() === '') ||
      (Array.isArray(value) && value.length === 0) ||
      (typeof value === 'number' && Number.isNaN(value));
    return empty && !optional && type !== 'boolean' ? [name] : [];
  });
}

/** In place of a secret. */
export const secretMask = '••••••';

export const isSecret = ({ is_encrypted: encrypted, attributes }: ConfigField): boolean =>
  encrypted || attributes.some((name) => /^is_(password|sensitive)$/i.test(name));

/** A value as it is shown: the label of an option, never a secret. */
export function shownValue(field: ConfigField | undefined, value: unknown): string {
  if (field && isSecret(field)) return secretMask;
  const label = (one: unknown): string => field?.additional_info.values?.[String(one)] ?? String(one ?? '');
  if (Array.isArray(value)) return value.map(label).join(', ');
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  return label(value);
}
