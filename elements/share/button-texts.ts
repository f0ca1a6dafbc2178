/**
 * Contains the texts of the Share buttons (spec 1 §6, spec 2 §5), separate from the texts of the dialog, which load
 * with it.
 */
export const shareTexts = {
  share: 'Share',
  notPossible: 'Sharing not possible',
  ownersOnly: (type: string): string => `Only owners of this ${type} are allowed to share it.`,
  savedDashboardsOnly: 'Only saved dashboards can be shared.',
  savedSearchesOnly: 'Only saved searches can be shared.',
  noEntity: 'No entity is named.',
  /** Formats a type name: `event_definition` → `event definition`. */
  typeName: (type: string): string => type.replaceAll('_', ' '),
} as const;

/** Returns title and text of the tooltip of a disabled Share button. */
export const refusalText = (reason: string): string => `${shareTexts.notPossible}: ${reason}`;
