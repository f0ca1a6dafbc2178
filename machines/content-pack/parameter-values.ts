/**
 * Converts parameter values between the texts of inputs and the typed values of installations (screens/data-intake.md
 * C5).
 */
import type { ContentPackParameter, ValueReference } from '../../api/contract/content-packs.js';

/** Returns the text with which an input shows a value. */
export const textOfValue = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

/** Parses a text as a value of a type; returns undefined when it is empty or invalid. */
export function valueOfText(type: ContentPackParameter['type'], text: string): string | number | boolean | undefined {
  const trimmed = text.trim();
  switch (type) {
    case 'boolean':
      return trimmed === 'true' ? true : trimmed === 'false' ? false : undefined;
    case 'integer':
    case 'long':
      return /^[+-]?\d{1,15}$/.test(trimmed) ? Number(trimmed) : undefined;
    case 'double':
    case 'float':
      return trimmed !== '' && Number.isFinite(Number(trimmed)) ? Number(trimmed) : undefined;
    default:
      return text === '' ? undefined : text;
  }
}

/**
 * Returns the values of parameters as references. Parameters without a valid value are left out.
 * @param texts texts of the inputs by parameter; a parameter without a text has its default value
 */
export function valueReferences(
  parameters: readonly ContentPackParameter[],
  texts: Readonly<Record<string, string>>,
): Record<string, ValueReference> {
  return Object.fromEntries(
    parameters.flatMap(({ name, type, default_value: usual }) => {
      const text = Object.hasOwn(texts, name) ? (texts[name] ?? '') : textOfValue(usual);
      const value = valueOfText(type, text);
      return value === undefined ? [] : [[name, { '@type': type, '@value': value }]];
    }),
  );
}
