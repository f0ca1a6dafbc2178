/** Where a grok pattern is written, with the known ones beside it: on their page, and in extractors. */
export { PatternInput, type PatternInputProps } from './pattern-input.js';
