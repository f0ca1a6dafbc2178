/** Texts of the message loader (screens/data-intake.md M2). */
import { isolated } from '../../kit/isolated.js';

export const texts = {
  ways: 'Ways to load a message',
  recent: 'Recent Message',
  byId: 'Message ID',
  input: 'Input',
  selectInput: 'Select an input',
  inputMissing: 'Choose an input.',
  inputsFailed: (reason: string): string => `Could not load inputs: ${reason}`,
  noInputs: 'You may read no input; load the message by its id.',
  recentHelp: 'The newest message that the input has received during the last hour.',
  id: 'Message ID',
  idMissing: 'A message ID is needed.',
  index: 'Index',
  indexMissing: 'An index is needed.',
  load: 'Load message',
  cancel: 'Cancel',
  noneTitle: 'Could not load message',
  none: (input: string): string => `The input “${isolated(input)}” has received no message during the last hour.`,
  notFound: 'There is no such message in this index.',
  loaded: 'The message that was loaded',
} as const;
