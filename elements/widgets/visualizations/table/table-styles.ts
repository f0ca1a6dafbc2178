import { makeStyles } from '@griffel/react';
import { focusRing, tokens, type, zIndex } from '../../../kit/tokens.js';

const edge = `1px solid ${tokens.border.default}`;

export const useTableStyles = makeStyles({
  // The scroll container can take the focus, so that keyboard users can scroll it.
  scroll: {
    overflow: 'auto',
    flexGrow: 1,
    minHeight: 0,
    overscrollBehavior: 'contain',
    ':focus-visible': { ...focusRing, outlineOffset: '-2px' },
  },
  /** On a wall display, which cannot be scrolled, the content is clipped. */
  still: { overflow: 'clip' },
  /** Table of a wall display together with the label of its hidden rows and columns. */
  sheet: { flexGrow: 1, minHeight: 0, display: 'flex', flexDirection: 'column' },
  /** On a wall display, narrow paddings make room for another column; half of `tightPaddingPx` on each side. */
  tight: { '& th, & td': { paddingLeft: '7px', paddingRight: '7px' } },
  table: {
    minWidth: '100%',
    tableLayout: 'fixed',
    borderCollapse: 'separate',
    borderSpacing: 0,
    ...type.body,
    fontVariantNumeric: 'tabular-nums',
  },
  headCell: {
    position: 'sticky',
    zIndex: zIndex.stickyHeader,
    height: '32px',
    padding: '0 12px',
    backgroundColor: tokens.surface.subtle,
    color: tokens.text.secondary,
    ...type.overline,
    textAlign: 'left',
    whiteSpace: 'nowrap',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    borderBottom: `1px solid ${tokens.border.divider}`,
    // The buttons are hidden while the name has the focus, because they would cover the name.
    '&:hover .lc-column-tools, & .lc-column-tools:focus-within': { opacity: 1, pointerEvents: 'auto' },
  },
  lastHead: { borderBottom: edge },
  groupHead: { borderLeft: `1px solid ${tokens.border.divider}` },
  change: { color: tokens.text.secondary },
  name: {
    minWidth: 0,
    // A block has one focus ring around all of its lines. The ring lies within the padding beside the text and within
    // the leading of the lines, because two lines fill the height of the cell, which cuts what is outside.
    '& > [role=button]': { display: 'block', margin: '0 -4px', padding: '0 4px' },
    '& > [role=button]:focus-visible': { outlineOffset: '-2px' },
  },
  headLine: { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis' },
  /** Label on a wall display for columns and rows that did not fit. */
  hidden: {
    flexShrink: 0,
    padding: '4px 12px',
    ...type.caption,
    color: tokens.text.secondary,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  headContent: { display: 'flex', alignItems: 'center', gap: '4px', minWidth: 0 },
  headNumber: { justifyContent: 'flex-end', textAlign: 'right' },
  /** Buttons that are shown on hover or focus; they cover the end of the name, so that the name keeps its width. */
  tools: {
    position: 'absolute',
    right: '4px',
    top: '4px',
    display: 'flex',
    paddingLeft: '4px',
    backgroundColor: tokens.surface.subtle,
    opacity: 0,
    pointerEvents: 'none',
    '@media (hover: none)': { position: 'static', opacity: 1, pointerEvents: 'auto' },
  },
  /** Position of the buttons in the free space before a short name of a numeric column. */
  toolsBefore: {
    right: 'auto',
    left: '2px',
    paddingLeft: 0,
    '& > button': { paddingLeft: '1px', paddingRight: '1px' },
    '@media (hover: none)': { '& > button': { paddingLeft: '10px', paddingRight: '10px' } },
  },
  tool: {
    display: 'inline-flex',
    alignItems: 'center',
    flexShrink: 0,
    height: '24px',
    padding: '0 2px',
    border: 'none',
    borderRadius: '2px',
    backgroundColor: 'transparent',
    color: tokens.text.tertiary,
    fontSize: '14px',
    cursor: 'pointer',
    // The touch target is larger than the visible button.
    '@media (hover: none)': { height: '32px', padding: '0 10px', margin: '0 -8px' },
    ':hover': { color: tokens.text.primary },
    ':focus-visible': focusRing,
  },
  noPointer: { cursor: 'default' },
  toolActive: { color: tokens.selection.text },
  place: { fontSize: '11px', fontVariantNumeric: 'tabular-nums' },
  cell: {
    height: tokens.density.row,
    padding: '0 12px',
    textAlign: 'left',
    fontWeight: 400,
    whiteSpace: 'nowrap',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    borderBottom: `1px solid ${tokens.border.divider}`,
    backgroundColor: tokens.surface.card,
    ':focus-visible': { outline: `2px solid ${tokens.focus.outer}`, outlineOffset: '-2px' },
  },
  row: { '&:hover > *': { backgroundColor: tokens.surface.hover } },
  number: { textAlign: 'right' },
  pinned: { position: 'sticky', zIndex: zIndex.stickyCell },
  pinnedHead: { zIndex: zIndex.stickyHeader + 1 },
  pinnedEdge: { borderRight: edge },
  spacer: { padding: 0, border: 'none' },
});
