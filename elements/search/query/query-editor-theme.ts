/** Colours and measures of the query editor; every value is a token, so both themes are served by one sheet. */
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { radius, tokens, type, zIndex } from '../../kit/tokens.js';
import { queryLine } from './query-measures.js';

/** A wavy line at the lower edge of a box. */
const wavy = (color: string) => ({
  backgroundImage: `linear-gradient(45deg, transparent 60%, ${color} 60% 80%, transparent 80%), linear-gradient(135deg, transparent 60%, ${color} 60% 80%, transparent 80%)`,
  backgroundSize: '6px 3px',
  backgroundPosition: '0 100%, 3px 100%',
  backgroundRepeat: 'repeat-x',
});

export const editorTheme = EditorView.theme({
  '&': { width: '100%', backgroundColor: 'transparent', color: tokens.text.primary },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: tokens.font.mono,
    fontSize: `${queryLine.fontSizePx}px`,
    lineHeight: `${queryLine.heightPx}px`,
    fontFeatureSettings: type.query.fontFeatureSettings,
    maxHeight: `${queryLine.heightPx * queryLine.most + 2 * queryLine.paddingPx}px`,
    overflowX: 'hidden',
    overflowY: 'auto',
  },
  '.cm-content': { padding: `${queryLine.paddingPx}px 0`, caretColor: tokens.text.primary },
  '.cm-line': { padding: '0' },
  '.cm-placeholder': {
    display: 'inline-block',
    maxWidth: '100%',
    overflow: 'hidden',
    color: tokens.text.placeholder,
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  '.cm-cursor': { borderLeftColor: tokens.text.primary },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: tokens.selection.textSelection,
  },
  '.cm-finding-error': wavy(tokens.status.danger.icon),
  '.cm-finding-warning': wavy(tokens.status.warning.icon),
  '.cm-tooltip': {
    border: 'none',
    borderRadius: `${radius.popover}px`,
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
    borderRadius: `${radius.control}px`,
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
});

/** `syntax.*` of the theme for the tags that the query language gives its tokens. */
export const highlightStyle = [
  { tag: tags.propertyName, color: tokens.syntax.field },
  { tag: [tags.operatorKeyword, tags.logicOperator, tags.keyword], color: tokens.syntax.operator, fontWeight: '600' },
  { tag: [tags.compareOperator, tags.modifier], color: tokens.syntax.operator },
  { tag: [tags.string, tags.content], color: tokens.syntax.string },
  { tag: tags.number, color: tokens.syntax.number },
  { tag: [tags.regexp, tags.special(tags.string)], color: tokens.syntax.wildcard },
  { tag: tags.special(tags.variableName), color: tokens.syntax.variable },
  { tag: [tags.punctuation, tags.paren, tags.squareBracket], color: tokens.syntax.punctuation },
];
