/** Texts that the pages of pipelines and rules share (screens/administration.md Part E). */
export const partTexts = {
  tabs: {
    pipelines: 'Manage pipelines',
    rules: 'Manage rules',
    simulator: 'Simulator',
    flow: 'Message flow',
  },
  rate: (rate: string): string => `${rate} msg/s`,
  /** A rate that is not known yet. */
  noRate: '–',
  failures: (count: string): string => `${count} errors since the server was started`,
  parseError: 'Does not parse',
} as const;
