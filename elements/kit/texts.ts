/** Contains the texts of the components in `kit` that appear with the first content (spec 1 §4, §8). */
export const kitTexts = {
  loading: 'Loading...',
  runtimeError: 'Runtime Error',
  tryAgain: 'Try again',
  unreachable: (since: string): string => `Server not reachable since ${since}, trying again.`,
  noServer: (since: string, status: number): string =>
    `No log server answers at this address since ${since} (status ${status}), trying again.`,
  shownLater: 'Shown as soon as the server answers.',
  tryNow: 'Try now',
  partFailedTitle: 'Could not open this part of the page',
  partFailed: (reason: string) =>
    `${reason}. Check the connection and try again. If that does not help, reload the page.`,
  partRetry: (reason: string) => `${reason}. Try again`,
  close: 'Close',
  cancel: 'Cancel',
  reset: 'Reset',
  remove: (what: string) => `Remove ${what}`,
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  unsavedChanges: 'Unsaved changes',
  optional: '(optional)',
  notifications: 'Notifications',
  required: (what: string) => `${what} is required.`,
} as const;
