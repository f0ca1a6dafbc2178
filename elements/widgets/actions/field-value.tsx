import { makeStyles, mergeClasses } from '@griffel/react';
import { useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import type { ValuePaths } from '../../../machines/pivot/value-path.js';
import { useHostElement } from '../../element/host-context.js';
import { tokens } from '../../kit/tokens.js';
import { lazyPart } from '../../kit/lazy-part.js';
import { Float } from '../../kit/float.js';
import { hasSelection } from '../../kit/selection.js';
import { useFieldInteractions, useHighlightingRules } from '../actions/interactions.js';
import { texts } from '../texts.js';
import { ValueContent, type ValueContentProps } from '../values/value-content.js';
import { exactText, kindOf } from '../values/value-text.js';

const ActionMenu = lazyPart(() => import('../actions/action-menu.js'), 'ActionMenu');

export interface FieldValueProps extends Omit<ValueContentProps, 'zone' | 'rules' | 'type'> {
  /** Decorated values offer no query actions (screens/search.md §7). */
  readonly decorated?: boolean;
  /** False inside rows, where arrow keys reach the values; true where Tab reaches them. */
  readonly tabStop?: boolean;
  /** Type of the field, overrides the page's known type. */
  readonly type?: string | undefined;
  /** Text shown on hover where the visible text is shortened; by default the value itself. */
  readonly exact?: string | undefined;
  /** Returns the buckets of the aggregation that lead to this value; called when its menu opens. */
  readonly paths?: (() => ValuePaths) | undefined;
}

export const useActionableStyles = makeStyles({
  actionable: {
    cursor: 'pointer',
    borderRadius: '2px',
    textDecorationColor: tokens.text.tertiary,
    // A fixed thickness, because the line would grow with the font of large numbers.
    textDecorationThickness: '1px',
    textUnderlineOffset: '3px',
    ':hover': { textDecorationLine: 'underline', textDecorationStyle: 'dotted' },
    ':focus-visible': { textDecorationLine: 'underline', textDecorationStyle: 'dotted' },
  },
  open: { textDecorationLine: 'underline', textDecorationStyle: 'dotted' },
});

/** Value of a field; where the page offers actions, it opens their menu. Rendered as text, never as HTML. */
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
    if (interactions.onValueClick?.({ field: content.field, value: content.value }) === false) return;
    setOpen(true);
  };
  return (
    <>
      <span
        ref={element}
        role="button"
        aria-haspopup="menu"
        aria-expanded={open}
        // Screen readers announce the description after the value, which remains the name.
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
