/**
 * Renders the query input. It starts as a plain text area; once the page is idle, or as soon as the input is used, the
 * editor with colours and completion replaces it without moving anything or losing state.
 */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useEffect, useLayoutEffect, useRef, type KeyboardEvent } from 'react';
import type { QueryContext } from '../../../api/language/index.js';
import { useLateEditor, type EditorPlace } from '../../kit/code/use-late-editor.js';
import { tokens, type } from '../../kit/tokens.js';
import { texts } from '../texts.js';
import type { Offer } from './completions.js';
import type { Finding } from './finding.js';
import type { QueryEditor } from './query-editor.js';
import { recallStep, type PastQuery, type Recall } from './query-history.js';
import { queryLine } from './query-measures.js';
import { rootOf } from '../../kit/root-of.js';

export interface QueryInputProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly onSubmit: () => void;
  /**
   * Findings for the current text; undefined while only findings for an earlier text are known: existing marks then
   * stay.
   */
  readonly findings: readonly Finding[] | undefined;
  /** The user's query history, newest first. */
  readonly history: readonly PastQuery[];
  /** Called on Alt+Down to open the search history. */
  readonly onHistory: () => void;
  readonly complete: (place: QueryContext, signal: AbortSignal) => Promise<readonly Offer[]>;
  /** True once the page has time to load the editor; until then the editor is loaded only when the input is used. */
  readonly upgrade: boolean;
  readonly readOnly?: boolean;
  /** True when space is tight: shows a shorter placeholder. */
  readonly narrow?: boolean;
  readonly focusOnMount?: boolean;
  /** Placeholder of the empty input; absent: the placeholder of the search page. */
  readonly placeholder?: string | undefined;
}

const useStyles = makeStyles({
  host: {
    position: 'relative',
    flex: '1 1 auto',
    minWidth: 0,
    display: 'flex',
    alignItems: 'center',
    // A shortcut that focuses the query must not scroll it under the sticky navigation.
    scrollMarginTop: 'calc(var(--lc-page-top, 0px) + 16px)',
  },
  editor: { width: '100%', minWidth: 0 },
  hidden: { display: 'none' },
  plain: {
    width: '100%',
    minWidth: 0,
    maxHeight: `${queryLine.heightPx * queryLine.most + 2 * queryLine.paddingPx}px`,
    boxSizing: 'border-box',
    padding: `${queryLine.paddingPx}px 0`,
    border: 'none',
    outlineStyle: 'none',
    resize: 'none',
    overflowX: 'hidden',
    overflowY: 'auto',
    backgroundColor: 'transparent',
    color: tokens.text.primary,
    ...type.query,
    wordBreak: 'break-word',
    // The placeholder of a text area cannot have an ellipsis, so a placeholder that does not fit fades out.
    ':placeholder-shown': { maskImage: 'linear-gradient(to right, #000 calc(100% - 32px), transparent)' },
    '::placeholder': {
      overflow: 'hidden',
      color: tokens.text.placeholder,
      opacity: 1,
      whiteSpace: 'nowrap',
    },
  },
});

/** Starts loading completion; called when the pointer enters the input or the input gets the focus. */
const preloadCompletion = (): void => {
  import('./query-completion.js').catch(() => undefined);
};

const placeholderOf = ({ placeholder, narrow = false }: QueryInputProps): string =>
  placeholder ?? (narrow ? texts.query.placeholderShort : texts.query.placeholder);

export function QueryInput(props: QueryInputProps) {
  const { value, findings, upgrade, readOnly = false, focusOnMount = false } = props;
  const styles = useStyles();
  const recall = useRef<Recall | null>(null);
  /** Properties of the latest render: the editor outlives renders and must call the current callbacks. */
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });

  const change = (text: string): void => {
    recall.current = null;
    latest.current.onChange(text);
  };
  const recallOther = (step: 1 | -1, current: string): string | null => {
    const found = recallStep(latest.current.history, recall.current, current, step);
    if (!found) return null;
    latest.current.onChange(found.text);
    recall.current = found.recall;
    return found.text;
  };

  const load = async (): Promise<(place: EditorPlace) => QueryEditor> => {
    const [{ createQueryEditor }, { queryLanguageSupport }] = await Promise.all([
      import('./query-editor.js'),
      import('../../../api/language/editor.js'),
    ]);
    return (place) =>
      createQueryEditor({
        ...place,
        language: queryLanguageSupport(),
        label: texts.query.label,
        placeholder: placeholderOf(latest.current),
        onChange: change,
        onSubmit: () => latest.current.onSubmit(),
        onRecall: recallOther,
        onHistory: () => latest.current.onHistory(),
        complete: (wanted, signal) => latest.current.complete(wanted, signal),
      });
  };
  const { area, areaProps, host, editor, rich } = useLateEditor({ load, upgrade, value, readOnly });
  useEffect(() => {
    if (findings) editor.current?.setFindings(findings);
  }, [findings, editor, rich]);
  // The cursor is placed at the end of an existing query; browsers place the cursor before the text by default.
  useLayoutEffect(() => {
    const plain = area.current;
    if (plain && rootOf(plain)?.activeElement !== plain) plain.setSelectionRange(value.length, value.length);
  }, [area, value]);
  useEffect(() => {
    if (focusOnMount) area.current?.focus();
  }, [area, focusOnMount]);

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    const input = event.currentTarget;
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      props.onSubmit();
    }
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    if (event.altKey && event.key === 'ArrowDown') {
      event.preventDefault();
      return props.onHistory();
    }
    const up = event.key === 'ArrowUp';
    const outside = up ? input.value.slice(0, input.selectionStart) : input.value.slice(input.selectionEnd);
    if (outside.includes('\n') || recallOther(up ? 1 : -1, input.value) === null) return;
    event.preventDefault();
  };

  return (
    <div data-query="" className={styles.host} onPointerEnter={preloadCompletion} onFocus={preloadCompletion}>
      {!rich && (
        <textarea
          ref={area}
          className={styles.plain}
          aria-label={texts.query.label}
          placeholder={placeholderOf(props)}
          readOnly={readOnly}
          value={value}
          onChange={(event) => change(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          {...areaProps}
        />
      )}
      <div ref={host} className={mergeClasses(styles.editor, !rich && styles.hidden)} />
    </div>
  );
}
