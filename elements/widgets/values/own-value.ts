/** Looks a field up by a name that came from outside: `constructor` or `toString` are names like any other. */
export function ownValue<Value>(
  record: Readonly<Record<string, Value>> | null | undefined,
  name: string,
): Value | undefined {
  return record && Object.hasOwn(record, name) ? record[name] : undefined;
}
