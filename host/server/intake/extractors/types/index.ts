/** Lists the implementations of all extractor types; `api/extractors/types` describes the types for the API. */
import type { ExtractorType } from '../../../../../api/extractors/types/index.js';
import type { ExtractorTypeAtWork } from '../extractor-type.js';
import { copyInputType } from './copy-input.js';
import { grokType } from './grok.js';
import { jsonType } from './json.js';
import { lookupTableType } from './lookup-table.js';
import { regexReplaceType } from './regex-replace.js';
import { regexType } from './regex.js';
import { splitAndIndexType } from './split-and-index.js';
import { substringType } from './substring.js';

export const typesAtWork: ReadonlyMap<string, ExtractorTypeAtWork> = new Map(
  [
    copyInputType,
    grokType,
    jsonType,
    lookupTableType,
    regexReplaceType,
    regexType,
    splitAndIndexType,
    substringType,
  ].map((type) => [type.type, type]),
);

export const isExtractorType = (name: string): name is ExtractorType => typesAtWork.has(name);
