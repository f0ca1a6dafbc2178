/**
 * Contains the texts of the pages in place of a refused search; they are loaded with these pages, because a refusal is
 * rare.
 */
export const refusalTexts = {
  noStreamTitle: 'No stream permissions.',
  noStream:
    'We cannot start a search right now, because you are not allowed to access any stream. If you feel this is an error, please contact your administrator.',
  missingTitle: 'Executing the view is not possible',
  missing: 'This installation lacks what the view requires:',
  deniedTitle: 'Missing permissions',
  denied: 'You may not read all streams of this search. Remove them, or ask for access:',
  back: 'Back',
  welcome: 'Go to the welcome page',
} as const;
