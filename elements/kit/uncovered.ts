import type { GriffelStyle } from '@griffel/react';

/**
 * Returns the style of a container in which sticky bars cover the edges of the scrolled area: a control inside the
 * container that gets the focus is scrolled out from under the bars (WCAG 2.2, 2.4.11 "Focus Not Obscured"). It is for
 * containers that do not scroll themselves, such as the page of the console. A container that scrolls sets
 * `scrollPaddingTop` or one of its siblings instead, which also applies to the keys Page Up and Page Down.
 *
 * @param bars heights of the bars as CSS lengths
 */
export const uncovered = (bars: { readonly top?: string; readonly bottom?: string }): GriffelStyle => ({
  '& :is(a, button, input, select, textarea, summary, [tabindex], [contenteditable])': {
    ...(bars.top !== undefined && { scrollMarginTop: `calc(${bars.top} + 4px)` }),
    ...(bars.bottom !== undefined && { scrollMarginBottom: `calc(${bars.bottom} + 4px)` }),
  },
});
