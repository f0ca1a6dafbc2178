/**
 * Contains the texts of decorators (spec 2 §2, §5, §8; screens/search.md §8, administration.md B). Texts quoted by the
 * specs are exact.
 */
import type { ConfigurableType } from '../../api/contract/config-fields.js';

export const texts = {
  title: 'Decorators',
  none: 'No decorators configured.',
  select: 'Select decorator',
  createTitle: (type: string): string => `Create new ${type}`,
  editTitle: (type: string): string => `Edit ${type}`,
  create: 'Create',
  update: 'Update',
  cancel: 'Cancel',
  actions: 'Actions',
  actionsOf: (type: string): string => `Actions for ${type}`,
  edit: 'Edit',
  delete: 'Delete',
  deleteTitle: 'Delete decorator',
  unknownType: 'Unknown decorator type',
  help: 'About decorators',
  helpText:
    'Decorators change how messages are displayed. They run one after the other, each on what the one before it left. Stored messages, the query and other widgets are not changed, and decorated fields cannot be searched.',
  preview: 'Preview',
  previewNone: 'None of the latest messages is changed.',
  previewEmpty: 'There are no messages to preview.',
  previewIncomplete: 'Complete the configuration to see a preview.',
  previewFailed: 'There is no preview now.',
  added: 'added',
  changed: 'changed',
  removed: 'removed',
  on: 'Yes',
  off: 'No',
  loadFailed: 'Decorators could not be loaded.',
  manage: 'Decorators of streams...',
  manageTitle: 'Update Default Decorators Configuration',
  manageHelp:
    'Every new search of the stream starts with these decorators. Searches and dashboards that exist keep their own.',
  stream: 'Stream',
  defaultStream: 'Default Search',
  save: 'Update configuration',
  saved: 'Updated decorators configuration.',
  savedTitle: 'Success!',
  saveFailed: 'Could not update the decorators',
} as const;

/** Returns the display name of a decorator type; `type` is undefined if the server does not know the type. */
export function typeName(type: Pick<ConfigurableType, 'human_name' | 'name'> | undefined): string {
  return type ? type.human_name || type.name : texts.unknownType;
}
