/** Contains the texts of the grok patterns page (screens/data-intake.md G1). */
import { isolated } from '../../kit/isolated.js';

export const texts = {
  list: {
    page: 'Grok Patterns',
    description:
      'Grok patterns are named regular expressions for extractors and pipeline rules. %{NAME} refers to one of them.',
    search: 'Filter patterns',
    none: 'There are no grok patterns yet',
    noneHelp: 'Create one, or import a file with a name and a pattern on every line.',
    found: 'No grok pattern matches.',
    failedTitle: 'Could not load grok patterns',
    failed: (reason: string): string => `Loading grok patterns failed with status: ${reason}`,
  },
  create: 'Create pattern',
  import: 'Import pattern file',
  name: 'Name',
  edit: 'Edit',
  delete: 'Delete',
  cancel: 'Cancel',
  success: 'Success!',
  removal: {
    title: 'Delete grok pattern?',
    text: (name: string): string =>
      `Really delete the grok pattern ${isolated(name)}? It will be removed from the system and unavailable for any extractor. If it is still in use by extractors those will fail to work.`,
    done: (name: string): string => `Grok pattern "${isolated(name)}" was deleted.`,
    failedTitle: 'Could not delete grok pattern',
  },
  form: {
    createTitle: 'Create grok pattern',
    editTitle: 'Edit grok pattern',
    save: 'Save',
    nameHelp: 'Use letters, digits and underscores: %{NAME} refers to the pattern.',
    nameMissing: 'A name is needed.',
    nameTaken: 'A pattern with this name exists already.',
    patternMissing: 'A pattern is needed.',
    sample: 'Sample data',
    test: 'Test with sample data',
    fromMessage: 'Load a message',
    sampleField: 'Field of the message',
    result: 'Test result',
    testHint: 'With a name, a pattern and sample data you see here what the pattern finds, as you type.',
    digitsAreText: (field: string): string =>
      `${isolated(field)} is captured as text, so that no statistics of it are possible. Write %{NUMBER:${field}:int} or :float to store a number.`,
    noMatch: 'The pattern does not match the sample data.',
    saved: (name: string): string => `Grok pattern "${isolated(name)}" was saved.`,
    failed: 'Could not save grok pattern',
  },
  importing: {
    title: 'Import grok patterns from file',
    file: 'Pattern file',
    fileHelp: 'Each line holds one pattern: its name, white space and the pattern.',
    fileMissing: 'Choose a file.',
    tooLarge: 'The file is larger than 250,000 bytes.',
    strategy: 'Import strategy',
    strategies: {
      ABORT_ON_CONFLICT: 'Abort import if a pattern with the same name already exists',
      REPLACE_ON_CONFLICT: 'Replace existing patterns with the same name',
      DROP_ALL_EXISTING: 'Drop all existing patterns before import',
    },
    submit: 'Upload',
    done: 'Grok patterns were imported.',
    failed: 'Could not import grok patterns',
  },
} as const;
