/**
 * Returns the own property of a record; undefined if the record has no such property. The name comes from data, where
 * `constructor` and `toString` are ordinary names, so inherited properties are not read.
 */
export function ownValue<Value>(
  record: Readonly<Record<string, Value>> | null | undefined,
  name: string,
): Value | undefined {
  return record && Object.hasOwn(record, name) ? record[name] : undefined;
}
