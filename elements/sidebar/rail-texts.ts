/** Texts that are there at once; those of the panels (`texts.ts`) come with them. */
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
