import type { ReactNode } from 'react';

export interface MultiSelectOption {
  readonly value: string;
  /** Before the label, in lists of which one is chosen. */
  readonly icon?: ReactNode;
  readonly label: string;
  /** After the label, quieter. */
  readonly note?: string;
  readonly disabled?: boolean;
}

/** Options whose label or note contains the text, those that start with it first; in their own order otherwise. */
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
