export { applied, type Finding, type FindingKind, type QuickFix } from './finding.js';
export { noFacts, signatureOf, typeName, type RuleFacts } from './rule-facts.js';
export type { ShownValue } from './rule-values.js';
export { SourceField, type SourceFieldHandle, type SourceFieldProps } from './source-field.js';
