/**
 * Returns the own property with a name that comes from data, where `constructor` and `toString` are ordinary names;
 * undefined without such a property.
 */
export function ownValue<Value>(
  record: Readonly<Record<string, Value>> | null | undefined,
  name: string,
): Value | undefined {
  return record && Object.hasOwn(record, name) ? record[name] : undefined;
}
