/** Contains the texts of `log-widget`. */
export const texts = {
  missingWidget: 'The dashboard has no widget of this id.',
  notOpened: 'The dashboard of this widget could not be opened.',
  reset: 'Undo filter and time range',
} as const;
