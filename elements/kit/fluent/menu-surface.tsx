import {
  Menu,
  MenuDivider,
  MenuGroup,
  MenuGroupHeader,
  MenuItem,
  MenuItemCheckbox,
  MenuItemLink,
  MenuItemRadio,
  MenuList,
  MenuPopover,
} from '@fluentui/react-menu';
import { makeStyles, mergeClasses } from '@griffel/react';
import { Fragment, useRef, useState, type DOMAttributes, type KeyboardEvent, type ReactNode } from 'react';
import { hrefOf, opensElsewhere, useFollow, useHostElement } from '../../element/host-context.js';
import { letterSearch, type LetterSearch } from '../letter-search.js';
import type { MenuEntry, MenuTarget } from '../menu.js';
import { tokens, type } from '../tokens.js';
import { useFloatStyles } from './float-styles.js';
import { FluentScope } from './fluent-scope.js';

const useStyles = makeStyles({
  popover: { padding: '4px', minWidth: '160px', maxHeight: 'min(80vh, 640px)', overflowY: 'auto' },
  contents: { display: 'contents' },
  header: {
    padding: '8px 10px',
    margin: '-4px -4px 4px',
    borderBottom: `1px solid ${tokens.border.divider}`,
    color: tokens.text.secondary,
    overflowWrap: 'anywhere',
    ...type.body,
  },
  item: {
    minHeight: '28px',
    padding: '4px 8px',
    borderRadius: tokens.radius.control,
    backgroundColor: 'transparent',
    color: tokens.text.primary,
    ...type.control,
    maxWidth: 'none',
    '@media (pointer: coarse)': { minHeight: '44px', alignItems: 'center' },
    ':hover': { backgroundColor: tokens.surface.hover, color: tokens.text.primary },
    '& svg': { fontSize: '16px' },
    // The first menu starts Fluent's keyboard library, which cannot detect whether that menu was opened by keyboard, so
    // the browser decides when the focus is visible.
    ':focus-visible': {
      outlineStyle: 'solid',
      outlineWidth: '2px',
      outlineColor: tokens.focus.outer,
      outlineOffset: '-2px',
    },
    '&[data-fui-focus-visible]::after': { display: 'none' },
  },
  /** Check mark of a chosen entry; as wide as an icon. */
  mark: { width: '20px', flexShrink: 0, justifyContent: 'center' },
  danger: { color: tokens.status.danger.text, ':hover': { color: tokens.status.danger.text } },
  disabled: { color: tokens.text.disabled, ':hover': { backgroundColor: 'transparent', color: tokens.text.disabled } },
  group: { color: tokens.text.tertiary, paddingLeft: '8px', ...type.overline },
  reason: { display: 'block', maxWidth: '240px', whiteSpace: 'normal', color: tokens.text.tertiary, ...type.caption },
});

export interface MenuSurfaceProps {
  readonly target: MenuTarget;
  readonly label: string;
  readonly header?: ReactNode;
  readonly entries: readonly MenuEntry[];
  readonly onClose: () => void;
}

/** Renders the surface of an open menu, built on Fluent's menu. */
export function MenuSurface({ target, label, header, entries, onClose }: MenuSurfaceProps): ReactNode {
  const float = useFloatStyles();
  const styles = useStyles();
  const host = useHostElement();
  const follow = useFollow();
  const keys = useMenuKeys();
  return (
    <FluentScope>
      <Menu
        open
        hasIcons={entries.some((entry) => 'icon' in entry && entry.icon !== undefined)}
        checkedValues={checkedValues(entries)}
        positioning={{
          target: positioned(target),
          position: 'below',
          align: 'start',
          strategy: 'fixed',
          offset: 4,
          autoSize: 'height',
        }}
        onOpenChange={(_event, { open }) => !open && onClose()}
      >
        {/* The menu floats above the page, outside of its landmarks, so it is a landmark of its own. */}
        <MenuPopover className={mergeClasses(float.surface, styles.popover)} role="region" aria-label={label}>
          {/* Fluent's components do not pass on `onKeyUpCapture`, so a plain element has the handlers. */}
          <div className={styles.contents} {...keys}>
            {header !== undefined && <div className={styles.header}>{header}</div>}
            {/*
              Without the attribute `data-tabster` the keyboard library does not handle the arrow keys, for which it
              would add invisible focusable elements; `onArrowKey` handles them instead.
            */}
            <MenuList aria-label={label} data-tabster={undefined} onKeyDown={onArrowKey}>
              {entries.map((entry, index) => renderEntry(entry, index))}
            </MenuList>
          </div>
        </MenuPopover>
      </Menu>
    </FluentScope>
  );

  function renderEntry(entry: MenuEntry, index: number): ReactNode {
    if (entry.kind === 'divider') return <MenuDivider key={`divider-${index}`} />;
    if (entry.kind === 'group') {
      return (
        <MenuGroup key={`group-${index}`}>
          <MenuGroupHeader className={styles.group}>{entry.label}</MenuGroupHeader>
          {entry.entries.map((inner, position) => renderEntry(inner, position))}
        </MenuGroup>
      );
    }
    const reason = entry.disabled === true ? entry.disabledReason : undefined;
    const shared = {
      className: mergeClasses(styles.item, entry.danger && styles.danger, entry.disabled && styles.disabled),
      disabled: entry.disabled ?? false,
      ...(entry.icon !== undefined && { icon: <Fragment>{entry.icon}</Fragment> }),
      ...(entry.shortcut !== undefined && { secondaryContent: entry.shortcut }),
      ...(reason !== undefined && { 'aria-description': reason }),
      // The reason is visible without hovering; screen readers get it as the description, not as part of the name.
      children:
        reason === undefined ? (
          entry.label
        ) : (
          <>
            {entry.label}
            <span className={styles.reason} aria-hidden="true">
              {reason}
            </span>
          </>
        ),
    };
    const { route, newTab } = entry;
    if (route !== undefined) {
      return (
        <MenuItemLink
          key={entry.key}
          {...shared}
          href={hrefOf(host, route)}
          {...(newTab && { target: '_blank', rel: 'noopener' })}
          onClick={(event) => {
            if (!opensElsewhere(event)) entry.onSelect?.();
            follow(event, route, newTab);
          }}
          onAuxClick={(event) => follow(event, route)}
        />
      );
    }
    if (entry.href !== undefined) {
      return (
        <MenuItemLink
          key={entry.key}
          {...shared}
          href={entry.href}
          onClick={(event) => {
            if (opensElsewhere(event) || !entry.onSelect) return;
            event.preventDefault();
            entry.onSelect();
          }}
        />
      );
    }
    const onClick = () => entry.onSelect?.();
    // The check mark of a chosen entry takes the place of the icon of other entries, so that all labels are aligned.
    const marked = { checkmark: { className: styles.mark }, ...(entry.icon === undefined && { icon: null }) };
    if (entry.kind === 'radio') {
      return <MenuItemRadio key={entry.key} {...shared} {...marked} name="radio" value={entry.key} onClick={onClick} />;
    }
    if (entry.kind === 'checkbox') {
      return (
        <MenuItemCheckbox key={entry.key} {...shared} {...marked} name="checkbox" value={entry.key} onClick={onClick} />
      );
    }
    return <MenuItem key={entry.key} {...shared} onClick={onClick} />;
  }
}

/**
 * Returns handlers that move the focus to the entry whose name is typed, and that ignore the key press that opened the
 * menu. The menu takes the focus while that key is still held; without the handlers, its repetition (Enter) or its
 * release (Space) would select the first entry.
 */
function useMenuKeys(): Pick<DOMAttributes<HTMLElement>, 'onKeyDownCapture' | 'onKeyUpCapture'> {
  /** Keys that were pressed, or pressed and released, since the menu took the focus, and that may select an entry. */
  const pressed = useRef(new Set<string>());
  const [search] = useState(letterSearch);
  return {
    onKeyDownCapture: (event) => {
      // The release of a Space that continues a name must not select the entry.
      if (isLetter(event, search)) pressed.current.delete(event.key);
      else if (!event.repeat) pressed.current.add(event.key);
      else if (!pressed.current.has(event.key) && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
    },
    onKeyUpCapture: (event) => {
      if (!pressed.current.has(event.key) && event.key === ' ') event.preventDefault();
    },
  };
}

const entriesOf = (menu: HTMLElement): readonly HTMLElement[] => [
  ...menu.querySelectorAll<HTMLElement>('[role^=menuitem]'),
];

/** Returns the index of the entry that received the event; -1: none of them did. */
const indexOfTarget = (items: readonly HTMLElement[], { target }: KeyboardEvent): number =>
  items.findIndex((item) => target instanceof Node && item.contains(target));

/**
 * Moves the focus to the entry whose name is typed; Fluent's own search knows only the first letter.
 * @returns whether the key belongs to a name
 */
function isLetter(event: KeyboardEvent<HTMLElement>, search: LetterSearch): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return false;
  const items = entriesOf(event.currentTarget);
  const names = items.map(({ textContent }) => textContent);
  const at = indexOfTarget(items, event);
  const { taken, found } = search(event.key, names, at, event.timeStamp);
  if (!taken) return false;
  event.preventDefault();
  event.stopPropagation();
  items[found]?.focus();
  return true;
}

/** Moves the focus in a menu: the arrow keys wrap around at both ends, Home and End go to the first and last entry. */
function onArrowKey(event: KeyboardEvent<HTMLElement>): void {
  const items = entriesOf(event.currentTarget);
  const at = indexOfTarget(items, event);
  const last = items.length - 1;
  const to = {
    ArrowDown: at >= last ? 0 : at + 1,
    ArrowUp: at <= 0 ? last : at - 1,
    Home: 0,
    End: last,
  }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  items[to]?.focus();
}

function checkedValues(entries: readonly MenuEntry[]): Record<string, string[]> {
  const values: Record<string, string[]> = { radio: [], checkbox: [] };
  for (const entry of entries) {
    if (entry.kind === 'group') {
      const inner = checkedValues(entry.entries);
      values['radio']?.push(...(inner['radio'] ?? []));
      values['checkbox']?.push(...(inner['checkbox'] ?? []));
    } else if ((entry.kind === 'radio' || entry.kind === 'checkbox') && entry.checked)
      values[entry.kind]?.push(entry.key);
  }
  return values;
}

/** Returns the anchor for Fluent's positioning: the target element, or an empty rectangle at the target point. */
function positioned(target: MenuTarget): HTMLElement | { getBoundingClientRect(): DOMRect } {
  if ('x' in target) return { getBoundingClientRect: () => new DOMRect(target.x, target.y, 0, 0) };
  return target;
}
