/** Field for a grok pattern with the list of known patterns, used by the grok pattern page and the extractor editor. */
export { PatternInput, type PatternInputProps } from './pattern-input.js';
