/** Contains the texts of the dialog that creates the link of a snapshot. */
export const texts = {
  dialog: 'Snapshot link',
  about:
    'Anybody who has the link sees the results of this moment, without an account. The results are frozen: nothing is searched again, and what you may not read is not in them.',
  none: 'Snapshot links need the embedded server of Log Console; this server makes none.',
  title: 'Title',
  titleHelp: 'The title is shown above the results.',
  untitled: 'Search results',
  lifetime: 'The link works for',
  lifetimes: { '1': '1 hour', '24': '1 day', '168': '7 days', '720': '30 days', '2160': '90 days' },
  make: 'Make link',
  making: 'The server is storing the results…',
  failed: (reason: string): string => `The snapshot was not made: ${reason}`,
  link: 'Link',
  linkHelp: 'Copy it now: it is shown only once. Revoke the snapshot to end it early.',
  copy: 'Copy link',
  listed: 'Snapshots that can be opened now',
  row: (by: string, until: string, opened: number): string =>
    `by ${by}, until ${until}, ${opened === 1 ? 'opened once' : `opened ${opened} times`}`,
  more: (count: number): string => `Show all ${count} snapshots`,
  revoke: 'Revoke',
  revokeOf: (title: string): string => `Revoke the snapshot ${title}`,
  revoked: 'The snapshot was revoked.',
  revokeFailed: (reason: string): string => `The snapshot was not revoked: ${reason}`,
  notListed: (reason: string): string => `The list of snapshots could not be loaded: ${reason}`,
  help: 'About snapshots',
  close: 'Close',
} as const;
