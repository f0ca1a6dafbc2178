export { noFacts, signatureOf, typeName, type RuleFacts } from '../../../machines/pipelines/rule-facts.js';
export type { ShownValue } from './rule-values.js';
export { SourceField, type SourceFieldHandle } from './source-field.js';
export { FindingList } from './finding-list.js';
