/**
 * The types of extractors in the order of the menu. A new type needs a description in this folder, its implementation
 * in `host/server/intake/extractors/types`, and a line in the list of each of the two folders.
 */
import type { ExtractorTypeDescription } from '../extractor-type.js';
import { copyInput } from './copy-input.js';
import { grok } from './grok.js';
import { json } from './json.js';
import { lookupTable } from './lookup-table.js';
import { regex } from './regex.js';
import { regexReplace } from './regex-replace.js';
import { splitAndIndex } from './split-and-index.js';
import { substring } from './substring.js';

const described = [copyInput, grok, json, regex, regexReplace, splitAndIndex, substring, lookupTable] as const;

export type ExtractorType = (typeof described)[number]['type'];

export const extractorTypes: readonly (ExtractorTypeDescription & { readonly type: ExtractorType })[] = described;

/** Returns the description of an extractor type; undefined for an unknown type. */
export const extractorTypeOf = (type: string): (typeof extractorTypes)[number] | undefined =>
  extractorTypes.find((one) => one.type === type);
