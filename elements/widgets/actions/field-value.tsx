import { makeStyles, mergeClasses } from '@griffel/react';
import { useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import type { ValuePaths } from '../../../machines/pivot/value-path.js';
import { useHostElement } from '../../element/host-context.js';
import { tokens } from '../../kit/tokens.js';
import { lazyPart } from '../../kit/lazy-part.js';
import { Float } from '../../kit/float.js';
import { hasSelection } from '../../kit/selection.js';
import { clickedValue, useFieldInteractions, useHighlightingRules } from '../actions/interactions.js';
import { texts } from '../texts.js';
import { ValueContent, type ValueContentProps } from '../values/value-content.js';
import { exactText, kindOf } from '../values/value-text.js';

const ActionMenu = lazyPart(() => import('../actions/action-menu.js'), 'ActionMenu');

export interface FieldValueProps extends Omit<ValueContentProps, 'zone' | 'rules' | 'type'> {
  /** Decorated values offer no query actions (screens/search.md §7). */
  readonly decorated?: boolean;
  /** True where the value is in the tab order; false inside rows, whose values are reached with the arrow keys. */
  readonly tabStop?: boolean;
  /** Type of the field; absent: the type in the list of fields of the page. */
  readonly type?: string | undefined;
  /** Text shown on hover where the visible text is shortened; by default the value itself. */
  readonly exact?: string | undefined;
  /** Returns the buckets of the aggregation that lead to this value. */
  readonly paths?: (() => ValuePaths) | undefined;
}

export const useActionableStyles = makeStyles({
  actionable: {
    cursor: 'pointer',
    borderRadius: '2px',
    textDecorationColor: tokens.text.tertiary,
    // The underline has a fixed thickness, because it would otherwise grow with the font of large numbers.
    textDecorationThickness: '1px',
    textUnderlineOffset: '3px',
    ':hover': { textDecorationLine: 'underline', textDecorationStyle: 'dotted' },
    ':focus-visible': { textDecorationLine: 'underline', textDecorationStyle: 'dotted' },
  },
  open: { textDecorationLine: 'underline', textDecorationStyle: 'dotted' },
});

/**
 * Renders the value of a field as text, never as HTML. Where the page offers actions, a click, Enter or Space on the
 * value opens their menu, unless the host page cancels it.
 */
export function FieldValue({ decorated = false, tabStop = false, exact, paths, ...content }: FieldValueProps) {
  const styles = useActionableStyles();
  const { timezone } = useHostElement();
  const interactions = useFieldInteractions();
  const rules = useHighlightingRules();
  const element = useRef<HTMLSpanElement>(null);
  const [open, setOpen] = useState(false);
  const type = content.type ?? interactions?.typeOf(content.field)?.type;
  const shown = <ValueContent {...content} type={type} zone={timezone} rules={rules} />;
  const title = exact ?? exactText(content.value, content.text);
  if (!interactions || kindOf(content.value, type) === 'absent') return <span title={title}>{shown}</span>;

  const ask = (event: MouseEvent | KeyboardEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (interactions.onValueClick?.(clickedValue(content.field, content.value, paths?.())) === false) return;
    setOpen(true);
  };
  return (
    <>
      <span
        ref={element}
        role="button"
        aria-haspopup="menu"
        aria-expanded={open}
        // The hint is a description and not a label, so that screen readers announce the value as the name.
        aria-description={texts.valueActions(content.field)}
        tabIndex={tabStop ? 0 : -1}
        data-value=""
        title={title}
        className={mergeClasses(styles.actionable, open && styles.open)}
        onClick={(event) => {
          if (hasSelection(event.currentTarget)) event.stopPropagation();
          else ask(event);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' || event.key === ' ') ask(event);
        }}
      >
        {shown}
      </span>
      {open && (
        <Float onFailed={() => setOpen(false)}>
          <ActionMenu
            anchor={element}
            subject={{ kind: 'value', field: content.field, value: content.value, type, decorated, paths: paths?.() }}
            onClose={() => setOpen(false)}
          />
        </Float>
      )}
    </>
  );
}
