import { mergeClasses } from '@griffel/react';
import { useRef, useState, type ReactNode } from 'react';
import { lazyPart } from '../../kit/lazy-part.js';
import { Float } from '../../kit/float.js';
import { MiddleText } from '../../kit/middle-text.js';
import { useFieldInteractions } from '../actions/interactions.js';
import { texts } from '../texts.js';
import { useActionableStyles } from './field-value.js';

const ActionMenu = lazyPart(() => import('../actions/action-menu.js'), 'ActionMenu');

export interface FieldNameProps {
  readonly field: string;
  readonly decorated?: boolean;
  /** Displayed text; the field name by default. */
  readonly children?: string;
  /** Content in place of the text, for callers that shorten it themselves. */
  readonly shown?: ReactNode;
}

/**
 * Renders the name of a field, shortened in the middle when there is no room. Where the page offers actions, a click on
 * the name opens their menu.
 */
export function FieldName({ field, decorated = false, children = field, shown: given }: FieldNameProps) {
  const styles = useActionableStyles();
  const interactions = useFieldInteractions();
  const element = useRef<HTMLSpanElement>(null);
  const [open, setOpen] = useState(false);
  const shown = given ?? <MiddleText text={children} />;
  if (!interactions) return <span>{shown}</span>;
  return (
    <>
      <span
        ref={element}
        role="button"
        aria-label={children}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-description={texts.fieldActions(field)}
        tabIndex={0}
        className={mergeClasses(styles.actionable, open && styles.open)}
        onClick={(event) => {
          event.stopPropagation();
          setOpen(true);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== ' ') return;
          event.preventDefault();
          event.stopPropagation();
          setOpen(true);
        }}
      >
        {shown}
      </span>
      {open && (
        <Float onFailed={() => setOpen(false)}>
          <ActionMenu
            anchor={element}
            subject={{ kind: 'field', field, type: interactions.typeOf(field)?.type, decorated }}
            onClose={() => setOpen(false)}
          />
        </Float>
      )}
    </>
  );
}
