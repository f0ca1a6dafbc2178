import { makeStyles } from '@griffel/react';
import { space, tokens, type, zIndex } from '../tokens.js';

const cell = {
  minWidth: 0,
  padding: '0 8px',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
} as const;

/** Action button in the hovered row, which has a label beside the icon. */
const withWord = { width: 'auto', padding: '0 9px' } as const;
const raised = {
  border: `1px solid ${tokens.border.default}`,
  backgroundColor: tokens.surface.card,
  color: tokens.text.primary,
} as const;

/**
 * Styles of the table, which is a grid: the rows are subgrids, so that every cell is aligned with its column header.
 */
export const useTableStyles = makeStyles({
  card: {
    display: 'flex',
    flexDirection: 'column',
    minWidth: 0,
    border: `1px solid ${tokens.border.subtle}`,
    borderRadius: tokens.radius.card,
    backgroundColor: tokens.surface.card,
    overflow: 'clip',
  },
  /** Table without a frame, for a dialog, which is a frame itself. */
  bare: { border: 'none', borderRadius: 0, backgroundColor: 'transparent' },
  scroller: { overflowX: 'auto', minWidth: 0 },
  table: { display: 'grid', minWidth: 'min-content', ...type.body, color: tokens.text.primary },
  group: { display: 'grid', gridColumn: '1 / -1', gridTemplateColumns: 'subgrid' },
  head: {
    minHeight: '32px',
    alignItems: 'stretch',
    backgroundColor: tokens.surface.subtle,
    borderBottom: `1px solid ${tokens.border.subtle}`,
    ...type.overline,
    color: tokens.text.secondary,
  },
  headCell: {
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    minWidth: 0,
    padding: '0 8px',
    ':first-child': { paddingLeft: `${space.xxl}px` },
  },
  row: {
    position: 'relative',
    minHeight: tokens.density.row,
    alignItems: 'center',
    borderBottom: `1px solid ${tokens.border.divider}`,
    ':hover': { backgroundColor: tokens.surface.hover },
    ':hover [data-word]': { display: 'inline' },
    ':focus-within [data-word]': { display: 'inline' },
    ':hover [data-row-action]': withWord,
    ':focus-within [data-row-action]': withWord,
    ':hover [data-row-action]:enabled:not([aria-disabled])': raised,
    ':focus-within [data-row-action]:enabled:not([aria-disabled])': raised,
    ':has(:focus-visible)': { boxShadow: `inset 0 0 0 2px ${tokens.focus.outer}`, zIndex: zIndex.stickyCell },
  },
  /** A row with an open section has no visible border, so that the section visually belongs to the row. */
  opened: { borderBottomColor: 'transparent' },
  sections: {
    borderBottom: `1px solid ${tokens.border.divider}`,
    backgroundColor: tokens.surface.subtle,
  },
  /** The cell with the sections does not widen the table; its content adapts to the table's width. */
  sectionsCell: { gridColumn: '1 / -1', width: 0, minWidth: '100%', padding: '4px 16px 16px' },
  section: { paddingTop: '8px' },
  sectionHead: { display: 'flex', alignItems: 'center', gap: '8px', minHeight: '32px', flexWrap: 'wrap' },
  sectionTitle: { flexGrow: 1, ...type.cardTitle },
  lastRow: { borderBottomColor: 'transparent' },
  selected: {
    backgroundColor: tokens.selection.background,
    ':hover': { backgroundColor: tokens.selection.backgroundHover },
  },
  cell,
  first: { fontWeight: 600 },
  marked: { display: 'inline-flex', alignItems: 'center', gap: '8px', minWidth: 0, maxWidth: '100%' },
  /** In a cell that contains only a link, the ellipsis has the colour of the link. */
  link: {
    '& > a:only-child': {
      display: 'inline-block',
      maxWidth: '100%',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      verticalAlign: 'bottom',
    },
  },
  /** In a table without selection boxes, the first column aligns with the search field. */
  edge: { ':first-child': { paddingLeft: `${space.xxl}px` } },
  secondary: { color: tokens.text.secondary },
  select: { display: 'grid', placeItems: 'center', paddingLeft: '8px' },
  icon: { padding: 0, textAlign: 'center', overflow: 'visible' },
  actions: {
    display: 'flex',
    justifyContent: 'flex-end',
    alignItems: 'center',
    gap: '4px',
    paddingRight: `${space.xl}px`,
    overflow: 'visible',
  },
  stale: { opacity: 0.6 },
  state: { padding: '32px 16px' },

  // In a narrow table a row is a block of labels and values.
  narrowRow: {
    display: 'grid',
    gridColumn: '1 / -1',
    gridTemplateColumns: `${space.x6}px 96px minmax(0, 1fr) auto auto`,
    padding: '6px 0',
    rowGap: '2px',
  },
  narrowPlain: { gridTemplateColumns: `${space.xxl}px 96px minmax(0, 1fr) auto auto` },
  narrowSelect: { gridColumn: '1', gridRow: '1' },
  narrowFirst: { gridColumn: '2 / 4', gridRow: '1', whiteSpace: 'normal', overflowWrap: 'anywhere', padding: '6px 0' },
  narrowIcon: { gridColumn: '4', gridRow: '1', width: '44px' },
  narrowActions: { gridColumn: '5', gridRow: '1' },
  narrowLine: {
    gridColumn: '2 / -1',
    display: 'grid',
    gridTemplateColumns: 'subgrid',
    padding: '0 12px 0 0',
    // Lines without a value are hidden together with their label.
    ':has(> :last-child:empty)': { display: 'none' },
  },
  narrowLabel: { color: tokens.text.tertiary },
  narrowValue: { gridColumn: '2 / -1', overflowWrap: 'anywhere', whiteSpace: 'normal' },
});
