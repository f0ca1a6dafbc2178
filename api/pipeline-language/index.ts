/** The language of rules and pipelines; the editor and the embedded server share its grammar. */
export type * from './ast.js';
export { parser } from './grammar.gen.js';
export { parsePipeline, parseRule, ruleNameOf } from './parse.js';
export { ownName, replacedAt, ruleReferences, tableReferences } from './references.js';
export { Lines, type LinePosition } from './positions.js';
