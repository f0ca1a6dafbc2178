/** Rejects texts that are not valid Unicode: a lone surrogate cannot be stored, searched or returned unchanged. */
import { FieldValidationError } from './errors.js';

const loneSurrogate = /\p{Surrogate}/u;
/** Matches the JSON escape of a surrogate; the text of a body cannot contain one directly. */
const escaped = /\\u[dD][89abAB]|\\u[dD][c-fC-F]/;

/** Checks a body. @throws FieldValidationError that names the first field with a lone surrogate in its value or name */
export function checkWellFormed(json: string, value: unknown): void {
  if (!escaped.test(json)) return;
  const field = illFormedField(value, '');
  if (field !== undefined)
    throw new FieldValidationError({ [field]: ['must be Unicode text, without half characters'] });
}

function illFormedField(value: unknown, path: string): string | undefined {
  if (typeof value === 'string') return loneSurrogate.test(value) ? path : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    const isIllFormed = loneSurrogate.test(name);
    const shown = isIllFormed ? name.replace(/\p{Surrogate}/gu, '\ufffd') : name;
    const field = path === '' ? shown : `${path}.${shown}`;
    if (isIllFormed) return field;
    const found = illFormedField(inner, field);
    if (found !== undefined) return found;
  }
  return undefined;
}
