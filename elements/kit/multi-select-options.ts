import type { ReactNode } from 'react';

export interface MultiSelectOption {
  readonly value: string;
  /** Icon before the label; an option without an icon has a check mark there while the option is selected. */
  readonly icon?: ReactNode;
  readonly label: string;
  /** Additional, less prominent text after the label. */
  readonly note?: string;
  readonly disabled?: boolean;
}

/**
 * Returns the options whose label or note contains the text, ignoring case: first those whose label starts with the
 * text, then the others, both in the given order.
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
