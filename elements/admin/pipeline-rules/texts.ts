/** Texts of the pages of pipeline rules (screens/administration.md E3, E4). */
import { isolated } from '../../kit/isolated.js';

export const texts = {
  success: 'Success!',
  cancel: 'Cancel',
  edit: 'Edit',
  delete: 'Delete',
  list: {
    page: 'Pipeline Rules',
    description:
      'Rules are a way of applying changes to messages: each is a condition, and actions that run on the messages that meet it.',
    search: 'Search for rules',
    none: 'There are no rules yet',
    noneHelp: 'Create a rule, then add it to a stage of a pipeline.',
    found: 'No rules have been found.',
    failedTitle: 'Could not load rules',
    failed: (reason: string): string => `Fetching rules failed with status: ${reason}`,
  },
  create: 'Create Rule',
  notUsed: 'Not used',
  removal: {
    title: 'Delete rule?',
    text: (name: string): string => `Do you really want to delete rule "${isolated(name)}"?`,
    used: (pipelines: string): string => `It is used in ${pipelines}: there its place never matches afterwards.`,
    done: (name: string): string => `Rule "${isolated(name)}" was deleted.`,
    failedTitle: 'Could not delete rule',
  },
  metrics: {
    off: 'Debug Metrics',
    on: 'Debug Metrics: ON',
    title: 'Rule Metrics Configuration',
    warning:
      'Rule metrics measure how long every rule takes. They cost some of the throughput: enable them only while you look for slow rules.',
    label: 'Rule metrics',
    enable: 'Enable',
    disable: 'Disable',
    save: 'Save',
    saved: 'Rule metrics configuration was saved.',
    failed: 'Could not save rule metrics configuration',
  },
} as const;
