import {
  cloneElement,
  useState,
  type AriaAttributes,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
} from 'react';
import { deepActiveElement } from '../element/document-proxy.js';
import { isFocusLost } from '../element/focus-keeper.js';
import { Float, useEarlyEscape } from './float.js';
import { lazyPart } from './lazy-part.js';

const MenuSurface = lazyPart(() => import('./fluent/menu-surface.js'), 'MenuSurface');

/** Anchor of a menu: an element, or a point in the window in px. */
export type MenuTarget = HTMLElement | { readonly x: number; readonly y: number };

export interface MenuItemEntry {
  /**
   * Kind of the entry, default `item`. Of the `radio` entries of a menu one is checked. A `checkbox` entry is on or
   * off, and the menu stays open after a click on it.
   */
  readonly kind?: 'item' | 'radio' | 'checkbox';
  readonly key: string;
  readonly label: ReactNode;
  readonly icon?: ReactNode;
  readonly onSelect?: () => void;
  /**
   * Makes the entry a link to this address. If `onSelect` is given, a plain click calls it and does not follow the
   * link.
   */
  readonly href?: string;
  /**
   * Makes the entry a link to a route of the console; a plain click navigates there, or opens a new tab with `newTab`.
   * If `onSelect` is given, a plain click calls it first.
   */
  readonly route?: string;
  readonly newTab?: boolean;
  readonly checked?: boolean;
  readonly disabled?: boolean;
  readonly disabledReason?: string;
  readonly danger?: boolean;
  readonly shortcut?: string;
}
export type MenuEntry =
  | MenuItemEntry
  | { readonly kind: 'divider' }
  | { readonly kind: 'group'; readonly label: string; readonly entries: readonly MenuEntry[] };

interface MenuContents {
  /** Accessible name of the menu. */
  readonly label: string;
  /** Content above the entries that names the menu's subject. */
  readonly header?: ReactNode;
  readonly entries: readonly MenuEntry[];
}

interface TriggerProps extends AriaAttributes {
  onClick?: (event: MouseEvent<HTMLElement>) => void;
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
}

export interface MenuProps extends MenuContents {
  /** The button that opens the menu; it receives the ARIA attributes and event handlers of a menu trigger. */
  readonly children: ReactElement<TriggerProps>;
  readonly onOpenChange?: (open: boolean) => void;
}

const isEmpty = (entries: readonly MenuEntry[]): boolean =>
  entries.every((entry) => entry.kind === 'divider' || (entry.kind === 'group' && isEmpty(entry.entries)));

/**
 * Renders a button with a menu; renders nothing if the menu has no entries. The menu is operated by Enter, Space, arrow
 * keys, Escape and typing. The script of the menu is loaded when a menu is first opened.
 */
export function Menu({ children, onOpenChange, ...contents }: MenuProps): ReactNode {
  const [target, setTarget] = useState<HTMLElement | undefined>();
  const open = (element: HTMLElement | undefined) => {
    setTarget(element);
    onOpenChange?.(element !== undefined);
  };
  const own = children.props;
  if (isEmpty(contents.entries)) return null;
  return (
    <>
      {cloneElement(children, {
        'aria-haspopup': 'menu',
        'aria-expanded': target !== undefined,
        onClick: (event: MouseEvent<HTMLElement>) => {
          own.onClick?.(event);
          open(target ? undefined : event.currentTarget);
          // Not every browser focuses a clicked button.
          if (target) event.currentTarget.focus({ preventScroll: true });
        },
        onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
          own.onKeyDown?.(event);
          if (event.key !== 'ArrowDown' || target) return;
          event.preventDefault();
          open(event.currentTarget);
        },
      })}
      <Float onFailed={() => open(undefined)}>
        {target && <ContextMenu {...contents} target={target} onClose={() => open(undefined)} />}
      </Float>
    </>
  );
}

export interface ContextMenuProps extends MenuContents {
  readonly target: MenuTarget;
  readonly onClose: () => void;
}

/**
 * Renders an open menu at an element or a point. When the menu closes, the focus goes to the target element, or else to
 * the element that had the focus before.
 */
export function ContextMenu({ target, onClose, ...contents }: ContextMenuProps): ReactNode {
  const [before] = useState(() => deepActiveElement(document));
  const close = () => {
    onClose();
    if (!('x' in target)) target.focus({ preventScroll: true });
    // If the menu was opened at a point or at an element that cannot take the focus, the element that had the focus
    // before the menu gets it back.
    const left = isFocusLost(document) || deepActiveElement(document)?.closest('[role="menu"]');
    if (left && before instanceof HTMLElement) before.focus({ preventScroll: true });
  };
  useEarlyEscape(close);
  return (
    <Float onFailed={close}>
      <MenuSurface {...contents} target={target} onClose={close} />
    </Float>
  );
}
