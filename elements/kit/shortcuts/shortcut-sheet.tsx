/** The sheet of the shortcuts that hold on the page it is opened on. */
import { makeStyles } from '@griffel/react';
import { Fragment, useState, type ReactNode } from 'react';
import { useEnvironment } from '../../element/environment.js';
import { Dialog } from '../dialog.js';
import { container, space, tokens, type } from '../tokens.js';
import { paletteShortcut, shortcutGroups } from './shortcut-list.js';
import { keysText } from './shortcuts.js';

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
  /** Each gives its keys the room that they take: the longest would narrow what all of them do. */
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
    borderRadius: '4px',
    backgroundColor: tokens.surface.inset,
    fontFamily: 'inherit',
    color: tokens.text.primary,
  },
});

export interface ShortcutSheetProps {
  /** Whether there is a palette here. */
  readonly palette: boolean;
  readonly onClose: () => void;
}

export function ShortcutSheet({ palette, onClose }: ShortcutSheetProps): ReactNode {
  const styles = useStyles();
  const { box } = useEnvironment();
  const [groups] = useState(() => {
    const here = shortcutGroups.filter(({ where }) => where === undefined || box.querySelector(where));
    return here.map(({ title, shortcuts }, index) => ({
      title,
      shortcuts: palette && index === 0 ? [paletteShortcut, ...shortcuts] : shortcuts,
    }));
  });
  return (
    <Dialog open size={groups.length > 1 ? 'medium' : 'small'} title={shortcutsTitle} onClose={onClose}>
      <div className={styles.groups}>
        {groups.map(({ title, shortcuts }) => (
          <section key={title} className={styles.group}>
            <h3 className={styles.title}>{title}</h3>
            <dl className={styles.list}>
              {shortcuts.map(({ keys, does }) => (
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

const shortcutsTitle = 'Keyboard shortcuts';
