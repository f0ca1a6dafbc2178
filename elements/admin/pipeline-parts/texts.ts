/** Contains the texts shared by the pages of pipelines and rules (screens/administration.md Part E). */
export const partTexts = {
  tabs: {
    pipelines: 'Manage pipelines',
    rules: 'Manage rules',
    simulator: 'Simulator',
    flow: 'Message flow',
  },
  rate: (rate: string): string => `${rate} msg/s`,
  /** Placeholder for a rate that is not loaded yet or that the server does not measure. */
  noRate: '–',
  failures: (count: string): string => `${count} ${count === '1' ? 'error' : 'errors'} since the server was started`,
  order: {
    off: 'The pipeline processor is switched off: no pipeline processes messages.',
    enable: 'Switch it on',
    before: (names: string): string =>
      `Pipelines run before ${names}: rules do not see what these add, such as extracted fields and streams.`,
    move: 'Run pipelines after them',
    mended: 'The order of message processors was changed.',
    mendedTitle: 'Success!',
    failed: 'Could not change the message processors',
  },
  parseError: 'Does not parse',
} as const;
