/** Contains the texts of the feature "What is different here?". */
export const differencesTexts = {
  ask: 'What is different here?',
  title: 'What is different here?',
  close: 'Close the comparison',
  field: 'field',
  value: 'value',
  selection: 'in the selection',
  rest: 'in the rest',
  difference: 'difference',
  counts: (selected: string, rest: string): string => `${selected} messages in the selection, ${rest} in the rest`,
  extent: (fields: number, examined: string, total: string | undefined): string =>
    `${fields} ${fields === 1 ? 'field' : 'fields'}, ${
      total === undefined ? `all ${examined} messages` : `the newest ${examined} of ${total} messages`
    }`,
  leftOut: (fields: number): string =>
    `${fields} ${fields === 1 ? 'field is' : 'fields are'} left out: texts, ids, and fields beyond the bounds.`,
  only: (field: string, value: string): string => `Only messages with this value: ${field} = ${value}`,
  exclude: (field: string, value: string): string => `Exclude messages with this value: ${field} = ${value}`,
  onlyRest: 'only here',
  numbers: 'Numbers that moved (median)',
  numberRest: (value: string): string => `rest ${value}`,
  ranked: 'Ranked by how many messages the difference explains.',
  showAll: (count: number): string => `Show all ${count}`,
  none: 'No value is much more common in the selection than in the rest.',
  noSelection: 'The selection has no messages to compare.',
  noRest: 'Every message found is in the selection, so there is nothing to compare with.',
  comparing: 'Comparing…',
  failed: (reason: string): string => `The messages could not be compared: ${reason}`,
  missing: 'This server cannot compare messages.',
} as const;
