import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { IconButton } from './icon-button.js';
import { CloseIcon, SearchIcon } from './icons.js';
import { Input, type InputProps } from './input.js';
import { Spinner } from './spinner.js';
import { kitTexts } from './texts.js';

/** Default time in ms between the last keystroke and the search (spec 1 §9). */
const searchDebounceMs = 300;

/** Maximum number of texts in `asked`, which would grow without limit if the caller ignores or changes the texts. */
const mostAsked = 20;

export interface SearchBoxProps extends Omit<InputProps, 'value' | 'onChange' | 'type' | 'before' | 'after'> {
  readonly label: string;
  /**
   * Current query. When the caller changes it, the new query usually replaces the typed text. A new query that was
   * passed to `onSearch` earlier does not replace the text, so that characters typed since then stay.
   */
  readonly query: string;
  /**
   * Called `debounceMs` after the last keystroke, and immediately when Enter, Escape or the reset button is pressed.
   * It is not called when the field loses the focus, because a list that changes between the press and the release of
   * a mouse button would lose the click.
   */
  readonly onSearch: (query: string) => void;
  /** Milliseconds between the last keystroke and the search; default 300. */
  readonly debounceMs?: number;
  readonly loading?: boolean;
  readonly icon?: ReactNode;
}

/** Renders a text field for filtering or searching. */
export function SearchBox(props: SearchBoxProps): ReactNode {
  const { label, query, onSearch, debounceMs = searchDebounceMs, loading = false, icon, ...rest } = props;
  const [draft, setDraft] = useState(query);
  const [given, setGiven] = useState(query);
  /** Texts that were passed to `onSearch` and have not become `query` yet, oldest first. */
  const [asked, setAsked] = useState<readonly string[]>([]);
  const requested = useRef(query);
  if (query !== given) {
    setGiven(query);
    const at = asked.indexOf(query);
    setAsked(at < 0 ? [] : asked.slice(at + 1));
    if (at < 0) setDraft(query);
  }
  const ask = (text: string): void => {
    if (text === requested.current) return;
    requested.current = text;
    setAsked((before) => [...before, text].slice(-mostAsked));
    onSearch(text);
  };
  const search = useEffectEvent(ask);
  useEffect(() => {
    requested.current = query;
  }, [query]);
  useEffect(() => {
    const timer = setTimeout(() => search(draft), debounceMs);
    return () => clearTimeout(timer);
  }, [draft, debounceMs]);
  const now = (text: string) => {
    setDraft(text);
    ask(text);
  };
  return (
    <Input
      placeholder={label}
      aria-label={label}
      {...rest}
      type="search"
      value={draft}
      onChange={setDraft}
      onKeyDown={(event) => {
        rest.onKeyDown?.(event);
        if (event.key === 'Enter') now(draft);
        if (event.key === 'Escape' && draft !== '') {
          event.stopPropagation();
          now('');
        }
      }}
      before={icon ?? <SearchIcon />}
      after={
        <>
          {loading && <Spinner />}
          {draft !== '' && (
            <IconButton label={kitTexts.reset} icon={<CloseIcon />} size="small" quiet onClick={() => now('')} />
          )}
        </>
      }
    />
  );
}
