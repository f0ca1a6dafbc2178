/**
 * Converts the value at a JSON path in the response of an API to a message (contract data-intake, "JSON path input").
 */
import { jsonPath, type JsonPath } from '../../json-path/json-path.js';
import { JsonPathError } from '../../json-path/path-parts.js';
import { DecodeFailure, newFields, type Decode, type DecodedMessage } from './decoded.js';
import { setField } from './field-names.js';
import { containerText, fieldValue } from './field-values.js';
import { Flattening } from './flatten.js';
import { jsonDecoder } from './heavy-json.js';
import type { TextOf } from './text.js';

export interface JsonPathSettings {
  readonly textOf: TextOf;
  readonly path: string;
  readonly source: string;
  /** True: each value of an object at the path becomes a field. */
  readonly flatten: boolean;
}

const longestSummary = 500;

/**
 * Returns the value at a path; undefined: the document has no value there.
 * @throws DecodeFailure when the search exceeds a limit
 */
function foundBy(path: JsonPath, document: unknown): unknown {
  try {
    const found = path.find(document);
    return !path.isDefinite && Array.isArray(found) && found.length === 0 ? undefined : found;
  } catch (error) {
    if (error instanceof JsonPathError) throw new DecodeFailure(error.message);
    throw error;
  }
}

/** Creates the decoder of an API's responses. @throws RangeError when the path is invalid */
export function jsonPathDecoder(settings: JsonPathSettings): Decode {
  const compiled = jsonPath(settings.path);
  const path = settings.path.trim();
  const decode = (document: unknown): DecodedMessage => {
    const value = foundBy(compiled, document);
    if (value === undefined || value === null) throw new DecodeFailure(`The answer has nothing at ${path}.`);
    const fields = newFields();
    const text = typeof value === 'string' ? value : containerText(value);
    if (settings.flatten && typeof value === 'object' && !Array.isArray(value)) {
      new Flattening(fields).add(Object.entries(value));
    } else setField(fields, 'result', fieldValue(value) ?? text);
    const summary = text.length > longestSummary ? `${text.slice(0, longestSummary)}…` : text;
    return { source: settings.source, message: `${path}: ${summary}`, fields };
  };
  return jsonDecoder({ textOf: settings.textOf, decode });
}
