/** Texts about invalid time ranges, in the exact words of spec 2 §5. */
export const timeRangeTexts = {
  format: 'Format must be: YYYY-MM-DD [HH:mm:ss[.SSS]].',
  untilBeforeFrom: 'The "Until" date must come after the "From" date.',
  dateOutsideLimit: 'Date is outside limit duration.',
  rangeOutsideLimit: 'Range is outside limit duration.',
  empty: 'Cannot be empty.',
  tooSmall: 'Must be greater than 0.',
  keywordEmpty: 'Keyword must not be empty!',
  keywordUnknown: 'Unable to parse keyword.',
  unknownType: (type: string): string => `Invalid time range type: ${type}`,
} as const;
