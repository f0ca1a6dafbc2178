/** Finds the fields that contain the level of a message, by the names that common senders use. */

/** Tells whether the values of a field are levels, judging by its name. */
export function isLevelField(field: string): boolean {
  return /^(?:(?:log|syslog|event)[_.]?)?(?:level|severity)(?:[_.]?name)?$/i.test(field);
}

/** Returns the level fields of a message, `level` first; the first field with a value determines the level. */
export function levelFields(names: Iterable<string>): readonly string[] {
  const found = [...names].filter(isLevelField);
  return found.includes('level') ? ['level', ...found.filter((name) => name !== 'level')] : found;
}
