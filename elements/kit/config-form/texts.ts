/** Contains the texts of the dialogs for configuration classes (screens/administration.md Part B; spec 1 §8). */
export const configFormTexts = {
  update: 'Update configuration',
  updating: 'Updating configuration...',
  saved: 'Configuration updated successfully',
  savedTitle: 'Success!',
  failed: 'Could not update configuration',
} as const;
