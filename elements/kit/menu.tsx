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

/** Anchor of a menu: an element, or a point in the window (px). */
export type MenuTarget = HTMLElement | { readonly x: number; readonly y: number };

export interface MenuItemEntry {
  /** `radio`: one of the menu's radio entries is checked; `checkbox`: on or off; both stay open while chosen. */
  readonly kind?: 'item' | 'radio' | 'checkbox';
  readonly key: string;
  readonly label: ReactNode;
  readonly icon?: ReactNode;
  readonly onSelect?: () => void;
  /** Makes it a link: opens in a new tab as links do; a plain click calls `onSelect` if there is one. */
  readonly href?: string;
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
  /** Name of the menu. */
  readonly label: string;
  /** Above the entries: what the menu is about. */
  readonly header?: ReactNode;
  readonly entries: readonly MenuEntry[];
}

interface TriggerProps extends AriaAttributes {
  onClick?: (event: MouseEvent<HTMLElement>) => void;
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
}

export interface MenuProps extends MenuContents {
  /** A button; it gets what a menu button needs. */
  readonly children: ReactElement<TriggerProps>;
  readonly onOpenChange?: (open: boolean) => void;
}

/** A button with a menu (Enter, Space, arrow keys, Escape, typing ahead). The open menu is loaded at first need. */
export function Menu({ children, onOpenChange, ...contents }: MenuProps): ReactNode {
  const [target, setTarget] = useState<HTMLElement | undefined>();
  const open = (element: HTMLElement | undefined) => {
    setTarget(element);
    onOpenChange?.(element !== undefined);
  };
  const own = children.props;
  return (
    <>
      {cloneElement(children, {
        'aria-haspopup': 'menu',
        'aria-expanded': target !== undefined,
        onClick: (event: MouseEvent<HTMLElement>) => {
          own.onClick?.(event);
          open(target ? undefined : event.currentTarget);
          // Not every browser focuses a button that is clicked.
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

/** An open menu at an element or a point; the focus goes back to where it was. */
export function ContextMenu({ target, onClose, ...contents }: ContextMenuProps): ReactNode {
  const [before] = useState(() => deepActiveElement(document));
  const close = () => {
    onClose();
    if (!('x' in target)) target.focus({ preventScroll: true });
    // The menu belonged to a point or to a mark that cannot take the focus.
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
