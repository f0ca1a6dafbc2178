import { makeStyles } from '@griffel/react';
import { createContext, useContext, useRef, useState } from 'react';
import { tokens, type } from '../../kit/tokens.js';
import { texts } from '../texts.js';

export interface WidgetTitleProps {
  readonly id: string;
  readonly title: string;
  /** Called with a new title; absent when it cannot be edited. */
  readonly onChange?: ((title: string) => void) | undefined;
}

const useStyles = makeStyles({
  title: { ...type.cardTitle, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', minWidth: 0 },
  input: {
    ...type.cardTitle,
    minWidth: '60px',
    width: '240px',
    height: '26px',
    paddingLeft: '6px',
    border: `1px solid ${tokens.border.default}`,
    borderBottom: `2px solid ${tokens.selection.border}`,
    borderRadius: tokens.radius.control,
    backgroundColor: tokens.surface.card,
    color: tokens.text.primary,
  },
});

/**
 * Context with the function that returns a title as displayed; in a dashboard it replaces names of variables by their
 * values.
 */
export const ShownTitleContext = createContext((title: string): string => title);

/**
 * Renders the title of a widget. Double-click, F2 or Enter edits it in place: Enter and blur apply, Escape cancels. An
 * empty title restores the previous one (spec 2 §5).
 */
export function WidgetTitle({ id, title, onChange }: WidgetTitleProps) {
  const styles = useStyles();
  const [draft, setDraft] = useState<string>();
  const returning = useRef(false);
  const shown = useContext(ShownTitleContext)(title);
  if (draft === undefined || !onChange) {
    return (
      <h2
        id={id}
        className={styles.title}
        title={shown}
        {...(onChange && {
          tabIndex: 0,
          'aria-keyshortcuts': 'F2',
          onDoubleClick: () => setDraft(title),
          onKeyDown: (event) => {
            if (event.key !== 'F2' && event.key !== 'Enter') return;
            event.preventDefault();
            setDraft(title);
          },
        })}
        ref={(element) => {
          // When the user has ended the edit by keyboard, the focus returns to the title.
          if (returning.current) element?.focus();
          returning.current = false;
        }}
      >
        {shown}
      </h2>
    );
  }
  const keep = () => {
    setDraft(undefined);
    if (draft.trim() !== '' && draft.trim() !== title) onChange(draft.trim());
  };
  return (
    <>
      <h2 id={id} hidden>
        {title}
      </h2>
      <input
        className={styles.input}
        aria-label={texts.editTitle}
        value={draft}
        // The field gets the focus at once, because the user has just started to edit this title.
        autoFocus
        // The whole title is selected, so that typing replaces it, as usual for renaming.
        onFocus={(event) => event.target.select()}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={keep}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'Escape') return;
          returning.current = true;
          if (event.key === 'Enter') return keep();
          event.stopPropagation();
          setDraft(undefined);
        }}
      />
    </>
  );
}
