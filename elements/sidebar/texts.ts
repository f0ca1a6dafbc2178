/** Texts of the panels. Those quoted by spec 2 are exact. */
import type { Statistic } from '../../machines/view/field-statistics.js';
import { railTexts } from './rail-texts.js';

const kinds = { SEARCH: 'search', DASHBOARD: 'dashboard' } as const;
type Kind = keyof typeof kinds;

export const texts = {
  pin: 'Keep sidebar open',
  unpin: 'Show sidebar above the page',
  untitled: (kind: Kind): string => `Unsaved ${kinds[kind]}`,
  /** While it is not known, or cannot be opened. */
  unopened: { SEARCH: 'Search', DASHBOARD: 'Dashboard' },
  sections: railTexts.sections,

  description: {
    execution: 'Execution',
    executed: (milliseconds: string): string => `Query executed in ${milliseconds}ms at`,
    notExecuted: 'No query executed yet.',
    summary: 'Summary',
    description: 'Description',
    noSummary: (kind: Kind): string => `This ${kinds[kind]} has no summary.`,
    noDescription: (kind: Kind): string => `This ${kinds[kind]} has no description.`,
    editHint: "Summary and description are changed by the action menu item 'Edit metadata'.",
    unsavedHint: (kind: Kind): string => `Save the ${kinds[kind]} to give it a title, a summary and a description.`,
  },

  create: {
    generic: 'Generic',
    predefined: 'Predefined aggregation',
    enterprise: 'Log views and parameters are features of the enterprise edition.',
  },

  fields: {
    filter: 'Filter fields',
    set: 'Fields to show',
    sets: { current: 'current', all: 'all', reserved: 'all including reserved' },
    noMatch: 'No fields to show. Try changing your filter term or select a different field set above.',
    none: 'No field information available.',
    failed: 'The fields could not be loaded.',
    notInQuery: 'Not in the current query',
    count: (shown: number): string => `${shown.toLocaleString('en')} ${shown === 1 ? 'field' : 'fields'}`,
    statisticsOf: (field: string): string => `Statistics of ${field}`,
  },

  statistics: {
    back: 'All fields',
    refersTo: 'Of all messages that the current query finds.',
    addWidget: 'Add as widget',
    failed: 'The statistics could not be computed.',
    noValue: '–',
    names: {
      count: 'Count',
      sum: 'Sum',
      avg: 'Average',
      min: 'Minimum',
      max: 'Maximum',
      stddev: 'Standard deviation',
      variance: 'Variance',
      card: 'Cardinality',
      percentile: '95th percentile',
    } satisfies Record<Statistic['name'], string>,
  },

  highlighting: {
    rules: 'Highlighting rules',
    none: 'Rules colour values in messages and tables. They are saved with the view.',
    matches: 'Matches of the query',
    order: 'When several rules match a value, the last one wins.',
    add: 'Add rule',
    edit: (rule: string): string => `Edit ${rule}`,
    remove: (rule: string): string => `Delete ${rule}`,
    color: (rule: string): string => `Color of ${rule}`,
    unknownColor: (type: string): string => `Invalid highlighting color type: ${type}`,
    removeTitle: 'Delete highlighting rule',
    removeQuestion: 'Do you really want to remove this highlighting?',
    removeConfirm: 'Delete',
    conditions: {
      equal: '==',
      not_equal: '!=',
      less_equal: '<=',
      greater_equal: '>=',
      less: '<',
      greater: '>',
    },
    createTitle: 'Create highlighting rule',
    editTitle: 'Edit highlighting rule',
    field: 'Field',
    condition: 'Condition',
    value: 'Value',
    coloring: 'Coloring',
    static: 'Static color',
    gradient: 'Gradient',
    colorLabel: 'Color',
    gradientLabel: 'Gradient',
    scale: (gradient: string): string => `Colors of ${gradient}`,
    lower: 'Lowest value',
    upper: 'Highest value',
    preview: 'Preview',
    previewValue: 'Value',
    cancel: 'Cancel',
    createSubmit: 'Create rule',
    editSubmit: 'Update rule',
  },
} as const;
