/** Input of a grok pattern with the known patterns beside it, for the page of grok patterns and for extractors. */
export { PatternInput, type PatternInputProps } from './pattern-input.js';
