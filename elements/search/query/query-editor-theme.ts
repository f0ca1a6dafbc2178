/** Contains the sizes of the query editor, and styles of its findings and completions. */
import type { CodeStyles } from '../../kit/code/code-theme.js';
import { tokens, zIndex } from '../../kit/tokens.js';
import { queryLine } from './query-measures.js';

/** Returns the styles of a wavy line at the lower edge of a box. */
const wavy = (color: string) => ({
  backgroundImage: `linear-gradient(45deg, transparent 60%, ${color} 60% 80%, transparent 80%), linear-gradient(135deg, transparent 60%, ${color} 60% 80%, transparent 80%)`,
  backgroundSize: '6px 3px',
  backgroundPosition: '0 100%, 3px 100%',
  backgroundRepeat: 'repeat-x',
});

export const queryStyles: CodeStyles = {
  '.cm-scroller': {
    fontSize: `${queryLine.fontSizePx}px`,
    lineHeight: `${queryLine.heightPx}px`,
    maxHeight: `${queryLine.heightPx * queryLine.most + 2 * queryLine.paddingPx}px`,
    overflowX: 'hidden',
    overflowY: 'auto',
  },
  '.cm-content': { padding: `${queryLine.paddingPx}px 0` },
  '.cm-placeholder': {
    display: 'inline-block',
    maxWidth: '100%',
    overflow: 'hidden',
    color: tokens.text.placeholder,
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  '&.cm-completing .cm-findings': { visibility: 'hidden' },
  '.cm-finding-error': wavy(tokens.status.danger.icon),
  '.cm-finding-warning': wavy(tokens.status.warning.icon),
  '.cm-tooltip': {
    border: 'none',
    borderRadius: tokens.radius.popover,
    backgroundColor: tokens.surface.raised,
    boxShadow: tokens.shadow.float,
    zIndex: String(zIndex.dropdown),
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: tokens.font.mono,
    fontSize: '13px',
    maxHeight: '300px',
    minWidth: '240px',
    maxWidth: 'min(520px, 92vw)',
    padding: '4px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    display: 'flex',
    alignItems: 'center',
    gap: '16px',
    minHeight: '28px',
    padding: '0 8px',
    borderRadius: tokens.radius.control,
    color: tokens.text.primary,
    lineHeight: '20px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li:hover': { backgroundColor: tokens.surface.hover },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: tokens.selection.background,
    color: tokens.text.primary,
  },
  '.cm-completionLabel': { flex: '1 1 auto', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'pre' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '600', color: tokens.selection.text },
  '.cm-completionDetail': {
    flex: '0 0 auto',
    margin: '0',
    fontFamily: tokens.font.ui,
    fontSize: '12px',
    fontStyle: 'normal',
    fontVariantNumeric: 'tabular-nums',
    color: tokens.text.tertiary,
  },
};
