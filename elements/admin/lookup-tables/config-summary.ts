/** Summarises a configuration as pairs of names and values; secrets are not shown. */
import { isDurationOn, type LookupField, type LookupTypeDescription } from '../../../api/lookup/fields.js';
import { texts } from './texts.js';

const words = texts.summary;
type Config = Readonly<Record<string, unknown>>;

function shownValue(name: string, field: LookupField, config: Config): string {
  const value = config[name];
  if (field.kind === 'duration') {
    const unit = field.unit === undefined ? 'SECONDS' : config[field.unit];
    return isDurationOn(name, field, config) ? `${String(value)} ${String(unit).toLowerCase()}` : words.off;
  }
  if (value === null || value === undefined || value === '') return words.none;
  if (field.kind === 'secret') return words.secret;
  if (field.kind === 'flag') return value === true ? words.on : words.off;
  if (field.kind === 'choice') return field.choices?.[String(value)] ?? String(value);
  // A field of the kind `headers` contains an object.
  if (field.kind === 'headers') return Object.keys(value as Config).join(', ') || words.none;
  if (field.kind === 'number') return `${String(value)}${field.suffix === undefined ? '' : ` ${field.suffix}`}`;
  return typeof value === 'string' ? shownText(value) : JSON.stringify(value);
}

/** Returns a text with line breaks and tabs replaced by their escape sequences. */
export const shownText = (text: string): string =>
  text.replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t');

export function summaryRows(
  description: LookupTypeDescription | undefined,
  config: Config,
): readonly (readonly [name: string, value: string])[] {
  if (!description) return Object.entries(config).map(([name, value]) => [name, JSON.stringify(value)]);
  return Object.entries(description.fields).flatMap(([name, field]) =>
    field.when && config[field.when.field] !== field.when.is
      ? []
      : [[field.label, shownValue(name, field, config)] as const],
  );
}
