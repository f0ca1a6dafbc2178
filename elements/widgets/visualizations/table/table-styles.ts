import { makeStyles } from '@griffel/react';
import { focusRing, tokens, type, zIndex } from '../../../kit/tokens.js';

const edge = `1px solid ${tokens.border.default}`;

export const useTableStyles = makeStyles({
  // The scrolled area can be reached by keyboard.
  scroll: {
    overflow: 'auto',
    flexGrow: 1,
    minHeight: 0,
    overscrollBehavior: 'contain',
    ':focus-visible': { ...focusRing, outlineOffset: '-2px' },
  },
  /** On a wall nobody scrolls. */
  still: { overflow: 'clip' },
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
    // While the name has the focus they would lie over it.
    '&:hover .lc-column-tools, & .lc-column-tools:focus-within': { opacity: 1, pointerEvents: 'auto' },
  },
  lastHead: { borderBottom: edge },
  groupHead: { borderLeft: `1px solid ${tokens.border.divider}` },
  name: { overflow: 'hidden', textOverflow: 'ellipsis', minWidth: 0 },
  headContent: { display: 'flex', alignItems: 'center', gap: '4px', minWidth: 0 },
  headNumber: { justifyContent: 'flex-end' },
  /** Offered while the head is hovered or holds focus; over the name, so that it need not give way. */
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
  /** In the free room before a short name of a column of numbers. */
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
    // Larger for fingers than it looks.
    '@media (hover: none)': { height: '32px', padding: '0 10px', margin: '0 -8px' },
    ':hover': { color: tokens.text.primary },
    ':focus-visible': focusRing,
  },
  told: { cursor: 'default' },
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
