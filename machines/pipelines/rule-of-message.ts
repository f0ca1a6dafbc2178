/**
 * Generates a first rule for a message: conditions that the message fulfils, and actions that fit the format of its
 * text. The functions are pure.
 */

/**
 * Matches standard fields, and fields that the server adds. The list of fields in the generated rule leaves them out.
 */
const ownField = /^(gl2_|_|streams$|timestamp$|message$|full_message$|source$)/;
const plainName = /^[A-Za-z_][A-Za-z_0-9]*$/;
const reserved = /^(all|either|pass|and|or|not|pipeline|rule|during|stage|when|then|end|let|match|true|false)$/i;
/** Maximum number of fields that the rule lists in comments. */
const mostFields = 40;
/** Values in comments are cut after this many characters. */
const longestComment = 60;

type Fields = Readonly<Record<string, unknown>>;

/** Returns a text as a string literal of the rule language. */
export const quoted = (text: string): string =>
  `"${text.replace(/[\\"]/g, '\\$&').replace(/\n/g, '\\n').replace(/\r/g, '\\r').replace(/\t/g, '\\t')}"`;

/** Returns the expression that reads a field; unusual and reserved names are in backticks. */
export const fieldOf = (name: string): string =>
  `$message.${plainName.test(name) && !reserved.test(name) ? name : `\`${name.replaceAll('`', '')}\``}`;

function readOf(name: string, value: unknown): string {
  if (typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value)))
    return `to_long(${fieldOf(name)})`;
  if (typeof value === 'number') return `to_double(${fieldOf(name)})`;
  return typeof value === 'boolean' ? `to_bool(${fieldOf(name)})` : `to_string(${fieldOf(name)})`;
}

function comment(value: unknown): string {
  const text = (typeof value === 'string' ? value : String(value)).replace(/\s+/g, ' ');
  return text.length > longestComment ? `${text.slice(0, longestComment)}…` : text;
}

export function isJsonObject(text: string): boolean {
  if (!text.trim().startsWith('{')) return false;
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
  } catch {
    return false;
  }
}

/** Tells whether a text contains at least two `name=value` pairs. */
const hasPairs = (text: string): boolean => (text.match(/(?:^|\s)[\w.-]+=(?:"[^"]*"|[^\s"]+)/g) ?? []).length >= 2;

/** Returns the actions for a text by its format: JSON, pairs of name and value, or neither. */
function actionsOf(text: string): readonly string[] {
  if (isJsonObject(text))
    return [
      '  // The text is JSON: its members become fields.',
      '  set_fields(to_map(parse_json(to_string($message.message))));',
    ];
  if (hasPairs(text))
    return [
      '  // The text has pairs of name and value: they become fields.',
      '  set_fields(key_value(to_string($message.message)));',
    ];
  return ['  set_field("reviewed", true);'];
}

export function ruleOfMessage(fields: Fields): string {
  const source = typeof fields['source'] === 'string' ? fields['source'] : '';
  const names = Object.keys(fields)
    .filter((name) => !ownField.test(name) && fields[name] !== null && typeof fields[name] !== 'object')
    .sort()
    .slice(0, mostFields);
  const text = typeof fields['message'] === 'string' ? fields['message'] : '';
  const conditions = [
    ...(source === '' ? [] : [`to_string($message.source) == ${quoted(source)}`]),
    ...names.slice(0, 1).map((name) => `has_field(${quoted(name)})`),
  ];
  return [
    `rule ${quoted(`messages of ${source.replace(/["\\\r\n]/g, '') || 'a source'}`)}`,
    'when',
    `  ${conditions.length === 0 ? 'true' : conditions.join(' and\n  ')}`,
    'then',
    ...(names.length > 0 ? ['  // Fields of the message:'] : []),
    ...names.map((name) => `  //   ${readOf(name, fields[name])} is ${comment(fields[name])}`),
    ...actionsOf(text),
    'end',
    '',
  ].join('\n');
}
