import { makeStyles } from '@griffel/react';
import { IconButton } from '../../kit/icon-button.js';
import { LiveIcon, SearchIcon, TableViewIcon } from '../../kit/icons.js';
import { Menu, type MenuEntry } from '../../kit/menu.js';
import { keysText, shortcuts } from '../../kit/shortcuts/shortcuts.js';
import type { TableLook } from '../faces.js';
import { listDensities, listDensity, withDensity } from '../../../machines/view/list-density.js';
import { narrow } from './message-table-styles.js';
import { texts } from '../texts.js';
import { tableTexts } from './table-texts.js';

export interface TableToolsProps {
  readonly look: TableLook;
  /** Effective display settings: the user's settings completed by the table's defaults. */
  readonly effective: { readonly density: 'default' | 'compact'; readonly wrap: boolean };
  readonly onLook: (look: TableLook) => void;
  /** True while endless scrolling is on; absent: endless scrolling is not available. */
  readonly endless?: boolean | undefined;
  readonly onFind: () => void;
  readonly selecting: boolean;
  readonly onSelecting: (selecting: boolean) => void;
  readonly live: boolean;
  /** Called to start or stop the live tail; absent where it is not available. */
  readonly onLive?: ((live: boolean) => void) | undefined;
  /** Opens the patterns; absent if they are not available. */
  readonly onPatterns?: (() => void) | undefined;
}

const useStyles = makeStyles({
  // In narrow widgets find and live tail are only in the menu.
  wide: { display: 'contents', [narrow]: { display: 'none' } },
});

/** Renders the tools of the list: find, live tail, display settings. */
export function TableTools(props: TableToolsProps) {
  const styles = useStyles();
  const { look, effective, onLook, endless, live, onLive, selecting } = props;
  const toggle = (key: string, label: string, checked: boolean, change: TableLook): MenuEntry => ({
    kind: 'checkbox',
    key,
    label,
    checked,
    onSelect: () => onLook({ ...look, ...change }),
  });
  const entries: MenuEntry[] = [
    {
      key: 'find',
      label: tableTexts.findInMessages,
      icon: <SearchIcon />,
      shortcut: keysText(shortcuts.find),
      onSelect: props.onFind,
    },
    ...(onLive
      ? [
          {
            key: 'live',
            label: live ? tableTexts.stopLiveTail : tableTexts.liveTail,
            icon: <LiveIcon />,
            onSelect: () => onLive(!live),
          },
        ]
      : []),
    ...(props.onPatterns ? [{ key: 'patterns', label: texts.patternsTab, onSelect: props.onPatterns }] : []),
    { kind: 'divider' },
    ...listDensities.map((density): MenuEntry => ({
      kind: 'radio',
      key: density,
      label: tableTexts.density[density],
      checked: listDensity(effective) === density,
      onSelect: () => onLook(withDensity(look, density)),
    })),
    { kind: 'divider' },
    toggle('numbers', tableTexts.rowNumbers, look.numbers === true, { numbers: look.numbers ? undefined : true }),
    toggle('wrap', tableTexts.wrapLines, effective.wrap, { wrap: !effective.wrap }),
    ...(endless === undefined || live
      ? []
      : [toggle('endless', tableTexts.endlessScrolling, endless, { endless: endless ? undefined : true })]),
    { kind: 'divider' },
    {
      kind: 'checkbox',
      key: 'select',
      label: tableTexts.selectToCompare,
      checked: selecting,
      onSelect: () => props.onSelecting(!selecting),
    },
    {
      key: 'widths',
      label: tableTexts.usualWidths,
      disabled: look.widths === undefined || Object.keys(look.widths).length === 0,
      onSelect: () => onLook({ ...look, widths: undefined }),
    },
  ];
  return (
    <>
      <span className={styles.wide}>
        <IconButton size="small" quiet label={tableTexts.findInMessages} icon={<SearchIcon />} onClick={props.onFind} />
        {onLive && (
          <IconButton
            size="small"
            quiet={!live}
            label={live ? tableTexts.stopLiveTail : tableTexts.liveTail}
            aria-pressed={live}
            icon={<LiveIcon />}
            onClick={() => onLive(!live)}
          />
        )}
      </span>
      <Menu label={tableTexts.tableView} entries={entries}>
        <IconButton size="small" quiet label={tableTexts.tableView} icon={<TableViewIcon />} />
      </Menu>
    </>
  );
}
