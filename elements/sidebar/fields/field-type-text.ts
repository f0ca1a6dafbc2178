/** Names of the types that a field has in messages, for people. */
const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  long: 'number',
  int: 'number',
  float: 'number',
  double: 'number',
};

/** A field of one type has the name of the type; of several types, `compound(long,string)`, it has "number and text". */
export function fieldTypeText(type: string): string {
  const inner = /^compound\((.+)\)$/.exec(type)?.[1];
  if (inner === undefined) return type;
  return [...new Set(inner.split(',').map((one) => kinds[one.trim()] ?? one.trim()))].join(' and ');
}
