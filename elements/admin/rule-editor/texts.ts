/** Contains the texts of the editor of rules and pipelines. */

export const texts = {
  show: 'Show in the source',
  place: (line: number, column: number): string => `Line ${line}, column ${column}`,
  lineOnly: (line: number): string => `Line ${line}`,
  ignore: 'Ignore here',
  ignoreHelp: 'Writes a comment above the line, so that this is not said here any more',
} as const;
