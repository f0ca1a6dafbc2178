/** Contains the texts of the page that the link of a snapshot opens. */
export const texts = {
  kind: 'Snapshot',
  frozen: (person: string, at: string): string => `Frozen by ${person} on ${at}.`,
  range: (from: string, to: string): string => `Results from ${from} to ${to}.`,
  rangeTo: (to: string): string => `Results of all times up to ${to}.`,
  until: (at: string): string => `This link works until ${at}.`,
  zone: (zone: string): string => `Times are in ${zone}.`,
  results: 'Results',
  gone: {
    title: 'This snapshot is no longer available',
    text: 'The link has expired, it was revoked, or it was not copied completely. Ask the person who sent it to you for a new one.',
  },
  failed: {
    title: 'The snapshot could not be loaded',
    busy: 'The link is opened very often right now. Reload the page in a few seconds.',
    text: 'The server did not answer as expected. Reload the page to try again.',
  },
  notKept: 'A snapshot holds only results of one moment.',
  keptMessages: (count: number): string => `The snapshot keeps the first ${count} messages of this table.`,
} as const;
