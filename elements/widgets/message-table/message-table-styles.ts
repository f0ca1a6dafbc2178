import { makeStyles } from '@griffel/react';
import { tokens, type } from '../../kit/tokens.js';
import { levelNames, type LevelName } from '../values/level.js';

/** The frame is the container: below this the table becomes a list (look.md, Sizes). */
export const narrow = '@container widget (max-width: 479.98px)';

export const useTableStyles = makeStyles({
  scroll: {
    flexGrow: 1,
    minHeight: 0,
    overflow: 'auto',
    overflowAnchor: 'none',
    position: 'relative',
    scrollPaddingTop: '32px',
    ...type.body,
  },
  grid: { position: 'relative', minWidth: '100%', [narrow]: { minWidth: '0 !important' } },
  head: {
    position: 'sticky',
    top: 0,
    zIndex: 3,
    display: 'grid',
    alignItems: 'center',
    height: '32px',
    backgroundColor: tokens.surface.subtle,
    borderTop: `1px solid ${tokens.border.subtle}`,
    borderBottom: `1px solid ${tokens.border.subtle}`,
    color: tokens.text.secondary,
    ...type.overline,
    [narrow]: { display: 'none' },
  },
  headLine: { height: '26px' },
  headCell: { display: 'flex', alignItems: 'center', gap: '4px', minWidth: 0, paddingRight: '12px', paddingLeft: '0' },
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
    borderRadius: '4px',
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
    columnGap: 0,
    paddingTop: '4px',
    paddingBottom: '5px',
    cursor: 'default',
    ':hover': { backgroundColor: tokens.surface.hover },
    ':focus-visible': { outlineOffset: '-2px', borderRadius: '2px' },
    [narrow]: { display: 'block', padding: '7px 12px 8px 13px' },
  },
  line: { paddingTop: '3px', paddingBottom: '3px', alignItems: 'center', minHeight: '25px', boxSizing: 'border-box' },
  linked: { backgroundColor: tokens.highlight.row.background },
  openRow: { ':hover': { backgroundColor: 'transparent' } },
  // Its cells are the row's own; a line of their own only where the table is a list.
  cells: { display: 'contents', [narrow]: { display: 'flex', columnGap: '8px' } },
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
  cell: {
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
  later: { [narrow]: { flexShrink: 20 } },
  level: { [narrow]: { order: 1, marginLeft: 'auto', flexShrink: 0 } },
  mono: { ...type.log },
  monoLine: { ...type.logSmall, lineHeight: '20px' },
  absent: { [narrow]: { display: 'none' } },
  message: {
    gridColumn: '2 / -1',
    // Stays in view while a wide table is scrolled sideways.
    position: 'sticky',
    left: '30px',
    boxSizing: 'border-box',
    maxWidth: 'calc(100cqw - 44px)',
    maxHeight: '80px',
    overflow: 'hidden',
    color: tokens.text.primary,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    ...type.log,
    '&[data-cut]': { maskImage: 'linear-gradient(#000 calc(100% - 22px), transparent)' },
    [narrow]: { display: 'block', position: 'static', maxWidth: '100%', maxHeight: '60px' },
  },
});

/** Colour of the mark at a row's left edge. */
export const useMarkStyles = makeStyles(
  Object.fromEntries(levelNames.map((name) => [name, { backgroundColor: tokens.level[name].graphic }])) as Record<
    LevelName,
    { backgroundColor: string }
  >,
);
