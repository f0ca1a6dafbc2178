/**
 * Exports the field for a grok pattern with a list of known patterns, used by the grok patterns page and the extractor
 * editor.
 */
export { PatternInput, type PatternInputProps } from './pattern-input.js';
