/** Display names of field types. */
const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  long: 'number',
  int: 'number',
  float: 'number',
  double: 'number',
};

/** Names the type of a field; several types, `compound(long,string)`, become "number and text". */
export function fieldTypeText(type: string): string {
  const inner = /^compound\((.+)\)$/.exec(type)?.[1];
  if (inner === undefined) return type;
  return [...new Set(inner.split(',').map((one) => kinds[one.trim()] ?? one.trim()))].join(' and ');
}
