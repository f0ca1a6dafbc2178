/** Contains the sizes of the rule editor, and styles of its findings, values and tooltips. */
import type { CodeStyles } from '../../kit/code/code-theme.js';
import { radius, tokens, type, zIndex } from '../../kit/tokens.js';

/** Minimum and maximum visible height of the text in px; longer text scrolls. */
const leastHeight = 12 * 20;
const mostHeight = 32 * 20;

/** Returns the style of a wavy underline. */
const wavy = (color: string) => ({
  textDecorationLine: 'underline',
  textDecorationStyle: 'wavy',
  textDecorationColor: color,
  textDecorationThickness: '1px',
  textUnderlineOffset: '3px',
  textDecorationSkipInk: 'none',
});

export const ruleEditorStyles: CodeStyles = {
  '.cm-scroller': {
    minHeight: `${leastHeight}px`,
    maxHeight: `${mostHeight}px`,
    overflow: 'auto',
    fontSize: type.log.fontSize,
    lineHeight: type.log.lineHeight,
  },
  '.cm-content': { padding: '6px 0' },
  '.cm-line': { padding: '0 8px 0 4px' },
  '.cm-gutters': {
    backgroundColor: 'transparent',
    border: 'none',
    color: tokens.text.tertiary,
    fontVariantNumeric: 'tabular-nums',
  },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '28px', padding: '0 6px 0 4px', textAlign: 'end' },
  '.cm-number-error': { color: tokens.status.danger.text, fontWeight: '600' },
  '.cm-marks': { width: '14px' },
  '.cm-marks .cm-gutterElement': { display: 'grid', placeItems: 'center' },
  '.cm-mark': { display: 'block', width: '8px', height: '8px' },
  '.cm-mark-error': { borderRadius: '50%', backgroundColor: tokens.status.danger.icon },
  '.cm-mark-warning': { backgroundColor: tokens.status.warning.icon },
  '.cm-mark-hint': { borderRadius: '50%', border: `2px solid ${tokens.status.info.icon}`, width: '4px', height: '4px' },
  '.cm-finding-error': wavy(tokens.status.danger.icon),
  '.cm-finding-warning': wavy(tokens.status.warning.icon),
  '.cm-finding-hint': wavy(tokens.status.info.icon),
  '.cm-line-error': { backgroundColor: tokens.status.danger.background },
  '.cm-line-warning': { backgroundColor: tokens.status.warning.background },
  '.cm-matchingBracket': { backgroundColor: tokens.selection.background },
  '.cm-value': {
    display: 'inline-block',
    maxWidth: '280px',
    margin: '0 4px',
    padding: '0 6px',
    boxSizing: 'border-box',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    verticalAlign: 'bottom',
    borderRadius: '4px',
    backgroundColor: tokens.surface.inset,
    color: tokens.text.secondary,
    fontSize: type.caption.fontSize,
    lineHeight: '18px',
  },
  '.cm-value-skipped': { color: tokens.text.tertiary, fontStyle: 'italic' },
  '.cm-tooltip': {
    border: 'none',
    borderRadius: `${radius.popover}px`,
    backgroundColor: tokens.surface.raised,
    color: tokens.text.primary,
    boxShadow: tokens.shadow.float,
    zIndex: String(zIndex.dropdown),
  },
  '.cm-about': {
    maxWidth: 'min(440px, 88vw)',
    padding: '8px 12px',
    fontFamily: tokens.font.ui,
    fontSize: type.body.fontSize,
    lineHeight: type.body.lineHeight,
    overflowWrap: 'anywhere',
  },
  '.cm-about code': { fontFamily: tokens.font.mono, color: tokens.text.primary },
  '.cm-about p': { margin: '4px 0 0', color: tokens.text.secondary },
  '.cm-about-title': { fontWeight: '600' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: tokens.font.mono,
    fontSize: '13px',
    maxHeight: '300px',
    minWidth: '240px',
    maxWidth: 'min(560px, 92vw)',
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
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: tokens.selection.background,
    color: tokens.selection.text,
  },
  '.cm-tooltip-autocomplete .cm-completionDetail': {
    flexGrow: '1',
    margin: 0,
    textAlign: 'end',
    color: tokens.text.tertiary,
    fontFamily: tokens.font.ui,
    fontStyle: 'normal',
    fontSize: '12px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
  },
  '.cm-tooltip-autocomplete .cm-completionMatchedText': { textDecoration: 'none', fontWeight: '600' },
};
