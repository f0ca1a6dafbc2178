import { makeStyles } from '@griffel/react';
import { contentTokens } from '../../kit/content-tokens.js';
import { tokens, type } from '../../kit/tokens.js';
import { levelNames, type LevelName } from '../values/level.js';

/** Container query for widgets so narrow that the table becomes a list. */
export const narrow = '@container widget (max-width: 479.98px)';

export const useTableStyles = makeStyles({
  split: { display: 'flex', flexGrow: 1, minHeight: 0, minWidth: 0 },
  /** Container beside the panel, so that the rows adapt to its width and not to that of the whole widget. */
  besidePanel: { containerType: 'inline-size', containerName: 'widget' },
  scroll: {
    flexGrow: 1,
    flexBasis: 0,
    minWidth: 0,
    minHeight: 0,
    overflow: 'auto',
    overflowAnchor: 'none',
    position: 'relative',
    scrollPaddingTop: '32px',
    ...type.body,
  },
  grid: { position: 'relative', minWidth: 'max(100%, var(--lc-least-width))', [narrow]: { minWidth: 0 } },
  /** The group of the header row is sticky, because a sticky row would only stick within its group. */
  headGroup: { position: 'sticky', top: 0, zIndex: 3, [narrow]: { display: 'none' } },
  head: {
    display: 'grid',
    gridTemplateColumns: 'var(--lc-tracks)',
    alignItems: 'center',
    height: '32px',
    backgroundColor: tokens.surface.subtle,
    borderTop: `1px solid ${tokens.border.subtle}`,
    borderBottom: `1px solid ${tokens.border.subtle}`,
    color: tokens.text.secondary,
    ...type.overline,
    // The handles that resize columns are visible while the pointer is over the header.
    '&:hover [role=separator]::after': { opacity: 1 },
  },
  headCompact: { height: '26px' },
  headCell: {
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    height: '100%',
    gap: '4px',
    minWidth: 0,
    paddingRight: '12px',
    paddingLeft: '0',
  },
  headNumber: { textAlign: 'right', paddingRight: '12px', color: tokens.text.tertiary },
  movable: { cursor: 'grab', touchAction: 'none', userSelect: 'none' },
  moving: { opacity: 0.5 },
  /** Marks the place at which a dragged column will land. */
  dropBefore: {
    '::before': {
      content: '""',
      position: 'absolute',
      left: '-7px',
      top: 0,
      bottom: 0,
      width: '2px',
      backgroundColor: tokens.brand.solid,
    },
  },
  dropAfter: {
    '::after': {
      content: '""',
      position: 'absolute',
      right: '5px',
      top: 0,
      bottom: 0,
      width: '2px',
      backgroundColor: tokens.brand.solid,
    },
  },
  /** The handle is wider than its visible line, so that it is easy to grab. */
  resizer: {
    position: 'absolute',
    right: '1px',
    top: 0,
    bottom: 0,
    width: '11px',
    cursor: 'col-resize',
    touchAction: 'none',
    zIndex: 1,
    '::after': {
      content: '""',
      position: 'absolute',
      left: '5px',
      top: '7px',
      bottom: '7px',
      width: '1px',
      backgroundColor: tokens.border.default,
      opacity: 0,
    },
    ':hover::after': { opacity: 1, top: 0, bottom: 0, width: '2px', backgroundColor: tokens.brand.solid },
    ':focus-visible::after': { opacity: 1, top: 0, bottom: 0, width: '2px', backgroundColor: tokens.brand.solid },
    ':focus-visible': { outlineStyle: 'none', boxShadow: 'none' },
  },
  resizing: { '::after': { opacity: 1, top: 0, bottom: 0, width: '2px', backgroundColor: tokens.brand.solid } },
  headName: {
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    minWidth: 0,
    paddingTop: '2px',
    paddingBottom: '2px',
  },
  right: { flexDirection: 'row-reverse', justifyContent: 'flex-start', textAlign: 'right' },
  sort: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    width: '24px',
    height: '24px',
    flexShrink: 0,
    padding: 0,
    border: 'none',
    borderRadius: tokens.radius.control,
    backgroundColor: 'transparent',
    color: tokens.text.tertiary,
    fontSize: '16px',
    opacity: 0,
    ':hover': { backgroundColor: tokens.surface.hover, opacity: 1 },
    ':focus-visible': { opacity: 1 },
  },
  sorted: { color: tokens.selection.border, opacity: 1 },
  body: { position: 'relative' },
  item: { position: 'absolute', top: 0, left: 0, width: '100%', borderBottom: `1px solid ${tokens.border.divider}` },
  opened: { backgroundColor: tokens.surface.subtle },
});

export const useRowStyles = makeStyles({
  row: {
    position: 'relative',
    display: 'grid',
    gridTemplateColumns: 'var(--lc-tracks)',
    columnGap: 0,
    paddingTop: '4px',
    paddingBottom: '5px',
    cursor: 'default',
    ':hover': { backgroundColor: tokens.surface.hover },
    ':focus-visible': { outlineOffset: '-2px', borderRadius: '2px' },
    [narrow]: { display: 'block', padding: '7px 12px 8px 13px' },
  },
  compactRow: { paddingTop: '3px', paddingBottom: '3px' },
  line: {
    paddingTop: '2px',
    paddingBottom: '1px',
    alignItems: 'center',
    minHeight: '23px',
    boxSizing: 'border-box',
    [narrow]: { padding: '5px 12px 6px 13px' },
  },
  linked: { backgroundColor: tokens.highlight.row.background },
  selected: {
    backgroundColor: tokens.selection.background,
    ':hover': { backgroundColor: tokens.selection.backgroundHover },
  },
  openRow: { ':hover': { backgroundColor: 'transparent' } },
  /**
   * Cells of a row. In a narrow table the first two columns and the level share a line, and each other cell has its
   * own line after its field name.
   */
  cells: {
    display: 'contents',
    [narrow]: {
      display: 'flex',
      flexWrap: 'wrap',
      columnGap: '8px',
      '::after': { content: '""', order: 2, flexBasis: '100%' },
    },
    // On a phone a tap anywhere in a row opens its message, because values fill most of the row there; the details
    // offer the menus of values.
    '@media (hover: none)': { [narrow]: { '& [data-value]': { pointerEvents: 'none' } } },
  },
  /** A narrow table limits the height of the cells of a row; the details show all fields. */
  rowCells: { [narrow]: { maxHeight: '60px', overflow: 'hidden' } },
  mark: {
    position: 'absolute',
    left: 0,
    top: 0,
    bottom: 0,
    width: '3px',
    '@media (forced-colors: active)': { backgroundColor: 'Highlight' },
  },
  brandMark: { backgroundColor: tokens.brand.solid },
  linkedMark: { backgroundColor: tokens.highlight.row.border },
  chevron: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    paddingLeft: '3px',
    height: '20px',
    fontSize: '16px',
    color: tokens.text.tertiary,
    [narrow]: { display: 'none' },
  },
  check: {
    display: 'flex',
    height: '20px',
    paddingLeft: '10px',
    alignItems: 'center',
    [narrow]: { float: 'left', padding: '0 8px 0 0' },
  },
  number: {
    paddingRight: '12px',
    textAlign: 'right',
    fontVariantNumeric: 'tabular-nums',
    color: tokens.text.tertiary,
    userSelect: 'none',
    ...type.caption,
    lineHeight: '20px',
    [narrow]: { display: 'none' },
  },
  cell: {
    gridRow: 1,
    minWidth: 0,
    paddingRight: '12px',
    lineHeight: '20px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: tokens.text.primary,
    [narrow]: { padding: 0, maxWidth: '100%', flexShrink: 1, color: tokens.text.secondary },
  },
  first: { fontWeight: 600, [narrow]: { color: tokens.text.primary, flexShrink: 0 } },
  right: { textAlign: 'right', fontVariantNumeric: 'tabular-nums', [narrow]: { textAlign: 'left' } },
  /** In a narrow table the second column, such as a long source, has up to three lines. */
  second: {
    [narrow]: { flexGrow: 1, flexBasis: 0, maxHeight: '60px', whiteSpace: 'normal', overflowWrap: 'anywhere' },
  },
  /** A narrow table has no header, so each further value has the name of its field. */
  later: {
    [narrow]: {
      order: 3,
      '::before': {
        content: 'attr(data-name)',
        marginRight: '4px',
        color: tokens.text.tertiary,
        ...type.caption,
        lineHeight: 'inherit',
      },
    },
  },
  level: {
    [narrow]: {
      order: 1,
      marginLeft: 'auto',
      flexGrow: 0,
      flexBasis: 'auto',
      flexShrink: 0,
      '::before': { content: 'none' },
    },
  },
  /** Message text in the one-line layout; in a narrow table it has three lines below the other cells. */
  lineText: {
    [narrow]: {
      order: 4,
      flexBasis: '100%',
      maxHeight: '54px',
      whiteSpace: 'pre-wrap',
      overflowWrap: 'anywhere',
      color: tokens.text.primary,
      display: '-webkit-box',
      WebkitBoxOrient: 'vertical',
      WebkitLineClamp: 3,
      '::before': { content: 'none' },
    },
  },
  mono: { ...type.log },
  compactCell: { lineHeight: '18px' },
  monoCompact: { ...type.logSmall },
  absent: { [narrow]: { display: 'none' } },
  message: {
    gridColumn: 'var(--lc-first-track) / -1',
    // The text stays in view while a wide table is scrolled horizontally.
    position: 'sticky',
    left: 'var(--lc-lead)',
    boxSizing: 'border-box',
    maxWidth: 'calc(100cqw - var(--lc-lead) - 14px)',
    maxHeight: '80px',
    overflow: 'hidden',
    color: tokens.text.primary,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    ...type.log,
    '&[data-cut]': { maskImage: 'linear-gradient(#000 calc(100% - 22px), transparent)' },
    [narrow]: { display: 'block', position: 'static', maxWidth: '100%', maxHeight: '60px' },
  },
  messageCompact: { maxHeight: '72px', ...type.logSmall },
  messageLine: {
    whiteSpace: 'nowrap',
    textOverflow: 'ellipsis',
    '&[data-cut]': { maskImage: 'none' },
    [narrow]: { whiteSpace: 'nowrap' },
  },
});

/** Colour of the level mark at a row's left edge. */
export const useMarkStyles = makeStyles(
  Object.fromEntries(
    levelNames.map((name) => [name, { backgroundColor: contentTokens.level[name].graphic }]),
  ) as Record<LevelName, { backgroundColor: string }>,
);
