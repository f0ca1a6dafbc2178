/** Renders a dialog that lists the keyboard shortcuts of the current page. */
import { makeStyles } from '@griffel/react';
import { Fragment, useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { useEnvironment } from '../../element/environment.js';
import { Dialog } from '../dialog.js';
import { container, space, tokens, type } from '../tokens.js';
import { paletteShortcut, shortcutGroups } from './shortcut-list.js';
import { isPressed, keysText, shortcuts } from './shortcuts.js';

const useStyles = makeStyles({
  groups: {
    paddingTop: `${space.m}px`,
    columnWidth: '240px',
    columnGap: `${space.x4}px`,
    [container.compact]: { columnCount: 1 },
  },
  group: { breakInside: 'avoid', marginBottom: `${space.xxl}px` },
  title: { margin: `0 0 ${space.s}px`, ...type.sectionTitle, color: tokens.text.primary },
  list: { margin: 0, ...type.body },
  /** The keys of each shortcut have their own width; one width for all would leave too little for the descriptions. */
  shortcut: {
    display: 'flex',
    justifyContent: 'space-between',
    gap: `${space.m}px`,
    padding: `${space.s}px 0`,
    borderTop: `1px solid ${tokens.border.divider}`,
  },
  does: { minWidth: 0, color: tokens.text.primary },
  keys: {
    flexShrink: 0,
    margin: 0,
    whiteSpace: 'nowrap',
    color: tokens.text.secondary,
    ...type.caption,
  },
  key: {
    padding: '0 5px',
    border: `1px solid ${tokens.border.default}`,
    borderRadius: tokens.radius.control,
    backgroundColor: tokens.surface.inset,
    fontFamily: 'inherit',
    color: tokens.text.primary,
  },
});

export interface ShortcutSheetProps {
  /** Opens the quick jump, after the sheet has closed; undefined if the page has no quick jump. */
  readonly onPalette?: (() => void) | undefined;
  readonly onClose: () => void;
}

export function ShortcutSheet({ onPalette, onClose }: ShortcutSheetProps): ReactNode {
  const styles = useStyles();
  const { box } = useEnvironment();
  const [groups] = useState(() => {
    const here = shortcutGroups.filter(({ where }) => where === undefined || box.querySelector(where));
    return here.map(({ title, shortcuts: own }, index) => ({
      title,
      own: onPalette && index === 0 ? [paletteShortcut, ...own] : own,
    }));
  });
  return (
    <Dialog open size={groups.length > 1 ? 'medium' : 'small'} title={shortcutsTitle} onClose={onClose}>
      <PaletteKey onPalette={onPalette} onClose={onClose} />
      <div className={styles.groups}>
        {groups.map(({ title, own }) => (
          <section key={title} className={styles.group}>
            <h3 className={styles.title}>{title}</h3>
            <dl className={styles.list}>
              {own.map(({ keys, does }) => (
                <div key={does} className={styles.shortcut}>
                  <dt className={styles.does}>{does}</dt>
                  <dd className={styles.keys}>
                    {keys.map((one, index) => (
                      <Fragment key={one}>
                        {index > 0 && ' or '}
                        <kbd className={styles.key}>{keysText(one)}</kbd>
                      </Fragment>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

/** Makes the shortcut of the quick jump work while the sheet is open. */
function PaletteKey({ onPalette, onClose }: ShortcutSheetProps): ReactNode {
  const pressed = useEffectEvent((event: KeyboardEvent): void => {
    if (!onPalette || !isPressed(shortcuts.palette, event)) return;
    event.preventDefault();
    event.stopPropagation();
    onClose();
    // The quick jump opens after the sheet has returned the focus to the element that had it before, so that the quick
    // jump later returns the focus to that element too.
    setTimeout(() => setTimeout(onPalette));
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => pressed(event);
    window.addEventListener('keydown', listener, true);
    return () => window.removeEventListener('keydown', listener, true);
  }, []);
  return null;
}

const shortcutsTitle = 'Keyboard shortcuts';
