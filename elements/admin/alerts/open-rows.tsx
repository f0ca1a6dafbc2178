/**
 * Renders expandable rows of events: a row is opened by the button in front, or by a click beside the controls of the
 * row.
 */
import { useState, type MouseEvent, type ReactNode } from 'react';
import { IconButton } from '../../kit/icon-button.js';
import { ChevronDownIcon, ChevronRightIcon } from '../../kit/icons.js';
import { hasSelection } from '../../kit/selection.js';
import { texts } from './texts.js';

export interface OpenRow {
  readonly isOpen: boolean;
  readonly toggle: () => void;
  /** Handles a click in the row: opens or closes the row, unless the click hit a control or selected text. */
  readonly onClick: (click: MouseEvent<HTMLElement>) => void;
}

/** Returns a function that takes the id of a row and returns whether it is open, and the handlers that toggle it. */
export function useOpenRows(): (id: string) => OpenRow {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  return (id) => {
    const toggle = (): void =>
      setOpen((before) => {
        const next = new Set(before);
        if (!next.delete(id)) next.add(id);
        return next;
      });
    return {
      isOpen: open.has(id),
      toggle,
      onClick: (click) => {
        // Clicks on controls inside a row, and clicks that select text, do not open the row.
        const at = click.target as Element;
        // Menus of the row are elsewhere in the DOM, but React passes their clicks on to the row.
        if (!click.currentTarget.contains(at) || at.closest('a, button, input, label')) return;
        if (!hasSelection(at)) toggle();
      },
    };
  };
}

export interface OpenRowButtonProps extends Pick<OpenRow, 'isOpen' | 'toggle'> {
  /** Message of the event. */
  readonly message: string;
  /**
   * Key of the group, if the row shows a group. The label of the button contains the key, because the events of
   * different groups may have equal messages.
   */
  readonly groupKey?: string | null;
}

export function OpenRowButton({ message, groupKey = null, isOpen, toggle }: OpenRowButtonProps): ReactNode {
  return (
    <IconButton
      size="small"
      quiet
      label={texts.expand(message, groupKey)}
      aria-expanded={isOpen}
      icon={isOpen ? <ChevronDownIcon /> : <ChevronRightIcon />}
      onClick={toggle}
    />
  );
}
