/** Which fields hold the level of a message, however senders name it. */

/** Whether the values of a field are levels. */
export function isLevelField(field: string): boolean {
  return /^(?:(?:log|syslog|event)[_.]?)?(?:level|severity)(?:[_.]?name)?$/i.test(field);
}

/** Those of a message's fields, as it names them; a message has the level of the first one that it has a value of. `level` comes first. */
export function levelFields(names: Iterable<string>): readonly string[] {
  const found = [...names].filter(isLevelField);
  return found.includes('level') ? ['level', ...found.filter((name) => name !== 'level')] : found;
}
