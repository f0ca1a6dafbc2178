/** The language of rules and pipelines: one grammar for the editor and the embedded server. */
export type * from './ast.js';
export { parser } from './grammar.gen.js';
export { reservedWords } from './keywords.js';
export { parsePipeline, parseRule, ruleNameOf, type Parsed } from './parse.js';
export { Lines, type LinePosition } from './positions.js';
