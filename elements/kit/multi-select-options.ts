import type { ReactNode } from 'react';

export interface MultiSelectOption {
  readonly value: string;
  /** Icon before the label, in lists with a single selection. */
  readonly icon?: ReactNode;
  readonly label: string;
  /** Additional text after the label, less prominent. */
  readonly note?: string;
  readonly disabled?: boolean;
}

/**
 * Returns the options with the text in their label or note: those that start with it first, otherwise in their order.
 */
export function filterOptions(options: readonly MultiSelectOption[], text: string): readonly MultiSelectOption[] {
  const wanted = text.trim().toLocaleLowerCase();
  if (wanted === '') return options;
  const starting: MultiSelectOption[] = [];
  const containing: MultiSelectOption[] = [];
  for (const option of options) {
    const label = option.label.toLocaleLowerCase();
    if (label.startsWith(wanted)) starting.push(option);
    else if (label.includes(wanted) || option.note?.toLocaleLowerCase().includes(wanted)) containing.push(option);
  }
  return [...starting, ...containing];
}
