/**
 * Contains the texts of the dialog for the URL whitelist (spec 1 §4, §5, §8; screens/administration.md B). Texts quoted
 * by the specs are exact.
 */
export const allowListTexts = {
  title: 'Update Whitelist Configuration',
  help: 'The server calls only the addresses listed here, for notifications, outputs, inputs and lookups over HTTP.',
  disable: 'Disable Whitelist',
  disabled: 'Every address may be called, also those of this machine and of the network around it.',
  add: 'Add Url',
  entry: (place: number): string => `Entry ${place}`,
  columns: { title: 'Title', value: 'URL', type: 'Type' },
  inEntry: (what: string, place: number): string => `${what} of entry ${place}`,
  types: { literal: 'Exact match', regex: 'Regex' },
  remove: (place: number): string => `Delete entry ${place}`,
  everything: 'This pattern allows every address, also those of this machine and of the network around it.',
  none: 'No addresses are listed.',
  submit: 'Update configuration',
  invalid: 'Every entry needs a title and a valid URL or regular expression.',
  failed: 'Could not update Url Whitelist Configuration',
  saved: 'Url Whitelist Configuration updated successfully',
  success: 'Success!',
  loadingFailed: 'Could not load the URL Whitelist',
} as const;
