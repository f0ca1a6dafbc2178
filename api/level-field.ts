/** Names of fields that hold the level of a message, as common senders call them. */

/** Tells whether the values of a field are levels. */
export function isLevelField(field: string): boolean {
  return /^(?:(?:log|syslog|event)[_.]?)?(?:level|severity)(?:[_.]?name)?$/i.test(field);
}

/** Level fields of a message, `level` first; the first one with a value decides. */
export function levelFields(names: Iterable<string>): readonly string[] {
  const found = [...names].filter(isLevelField);
  return found.includes('level') ? ['level', ...found.filter((name) => name !== 'level')] : found;
}
