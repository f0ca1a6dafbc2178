/** Contains the texts of the variables of a dashboard. */
import type { VariableKind } from '../../../machines/variables.js';
import { variableWords } from '../../view-area/index.js';

const kinds: Readonly<Record<VariableKind, string>> = {
  select: 'List of a field’s values',
  text: 'Free text',
  range: 'Range of numbers',
};

export const variableTexts = {
  label: 'Variables of the dashboard',
  menu: 'Variables',
  all: variableWords.all,
  loading: 'Loading values…',
  from: (name: string): string => `${name}, from`,
  to: (name: string): string => `${name}, to`,
  fromShort: 'From',
  toShort: 'To',
  reversed: 'The first number must not be larger than the second.',
  referenceServer: 'A reference server replaces variables in queries only if its plug-in for parameters is installed.',
  dialog: {
    title: 'Variables of the dashboard',
    intro:
      'Write $name$ in queries, filters, titles and texts of widgets, or in the filter of the dashboard. The value that is chosen above the widgets takes its place.',
    none: 'This dashboard has no variables yet.',
    list: 'Order of variables',
    add: 'Add variable',
    addNamed: (name: string): string => `Add $${name}$`,
    undeclared: 'Used in this dashboard, but not a variable yet:',
    edit: (name: string): string => `Edit $${name}$`,
    remove: (name: string): string => `Remove $${name}$`,
    used: (name: string): string =>
      `$${name}$ is used in this dashboard; without the variable its text stays as it is.`,
    removeTitle: 'Remove variable',
    full: (most: number): string => `A dashboard has at most ${most} variables.`,
    apply: 'Apply',
    cancel: 'Cancel',
  },
  form: {
    title: (name: string): string => (name === '' ? 'New variable' : `Variable $${name}$`),
    name: 'Name',
    nameHelp: 'Letters, digits and underscores; queries and titles use it as $name$.',
    nameInvalid: 'Start with a letter or an underscore, and use only letters, digits and underscores.',
    nameTaken: 'Another variable has this name.',
    label: 'Title',
    labelHelp: 'The title is shown beside the control. Without one, the name is shown.',
    kind: 'Control',
    kinds,
    field: 'Field',
    fieldHelp: 'The list offers the most frequent values of this field.',
    fieldRequired: 'Choose a field.',
    several: 'Several values may be chosen',
    value: 'Default value',
    valueHelp: 'This value applies until somebody chooses another one. Empty means All.',
    back: 'Back',
    take: 'Apply',
  },
} as const;
