/** Contains the texts needed for the first paint; the texts of the panels (`texts.ts`) load with the panels. */
export type SectionId = 'description' | 'create' | 'highlighting' | 'fields';

export const railTexts = {
  rail: 'Sidebar',
  open: 'Open sidebar',
  close: 'Close sidebar',
  pinFailed: 'Could not save user preferences',
  error: 'Error!',
  sections: {
    description: 'Description',
    create: 'Create',
    highlighting: 'Highlighting',
    fields: 'Fields',
  } satisfies Record<SectionId, string>,
} as const;
