export type { Finding } from '../../../machines/pipelines/finding.js';
export { noFacts, signatureOf, typeName, type RuleFacts } from '../../../machines/pipelines/rule-facts.js';
export type { ShownValue } from './rule-values.js';
export { SourceField, type SourceFieldHandle, type SourceFieldProps } from './source-field.js';
export { FindingList, type FindingListProps } from './finding-list.js';
