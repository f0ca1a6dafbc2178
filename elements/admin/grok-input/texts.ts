/** Contains the texts of the grok pattern field (screens/data-intake.md G1c). */
export const texts = {
  pattern: 'Pattern',
  filter: 'Filter patterns to add',
  badFilter: 'This is not a regular expression.',
  list: 'Patterns to add',
  add: (name: string): string => `Add ${name}`,
  loading: 'Loading...',
  none: 'No pattern has such a name.',
  failed: 'The patterns could not be loaded.',
} as const;
