/**
 * Contains the styles of code whose colours are design tokens, so that a single style sheet serves the light and the
 * dark theme.
 */
import type { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { contentTokens } from '../content-tokens.js';
import { tokens, type } from '../tokens.js';

export type CodeStyles = Parameters<typeof EditorView.theme>[0];

export const codeTheme: CodeStyles = {
  '&': { width: '100%', backgroundColor: 'transparent', color: tokens.text.primary },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: tokens.font.mono, fontFeatureSettings: type.query.fontFeatureSettings },
  '.cm-content': { caretColor: tokens.text.primary },
  '.cm-line': { padding: '0' },
  '.cm-cursor': { borderLeftColor: tokens.text.primary },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: tokens.selection.textSelection,
  },
};

/** Maps the highlighting tags of languages to the `syntax.*` colours of the theme. */
export const highlightStyle = [
  { tag: tags.propertyName, color: contentTokens.syntax.field },
  {
    tag: [tags.operatorKeyword, tags.logicOperator, tags.keyword],
    color: contentTokens.syntax.operator,
    fontWeight: '600',
  },
  { tag: [tags.compareOperator, tags.modifier], color: contentTokens.syntax.operator },
  { tag: [tags.string, tags.content], color: contentTokens.syntax.string },
  { tag: tags.number, color: contentTokens.syntax.number },
  { tag: [tags.controlKeyword, tags.definitionKeyword], color: contentTokens.syntax.keyword, fontWeight: '600' },
  { tag: tags.comment, color: contentTokens.syntax.comment },
  { tag: tags.function(tags.variableName), color: contentTokens.syntax.function },
  { tag: [tags.local(tags.variableName), tags.self], color: contentTokens.syntax.variable },
  { tag: tags.bool, color: contentTokens.syntax.number },
  { tag: [tags.regexp, tags.special(tags.string)], color: contentTokens.syntax.wildcard },
  { tag: tags.special(tags.variableName), color: contentTokens.syntax.variable },
  { tag: [tags.punctuation, tags.paren, tags.squareBracket, tags.brace], color: contentTokens.syntax.punctuation },
];
