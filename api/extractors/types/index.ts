/**
 * The types of extractors in menu order. A new type needs a description here, its behaviour in
 * `host/server/intake/extractors/types`, and a line in both lists.
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

/** Finds the description of a type; undefined for an unknown type. */
export const extractorTypeOf = (type: string): (typeof extractorTypes)[number] | undefined =>
  extractorTypes.find((one) => one.type === type);
