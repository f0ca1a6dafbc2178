/** Grok patterns: the page and its element. */
export { LogGrokPatterns, type LogGrokPatternsProps } from './log-grok-patterns.js';
