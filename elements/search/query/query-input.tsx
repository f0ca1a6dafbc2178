/**
 * The query input. A plain text area at first paint; once the page is idle, or as soon as the input is used, the
 * editor with colours and completion takes its place without moving or losing anything.
 */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import type { QueryContext } from '../../../api/language/index.js';
import { tokens, type } from '../../kit/tokens.js';
import { texts } from '../texts.js';
import type { Offer } from './completions.js';
import type { Finding } from './finding.js';
import type { QueryEditor } from './query-editor.js';
import { recallStep, type PastQuery, type Recall } from './query-history.js';
import { queryLine } from './query-measures.js';

export interface QueryInputProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly onSubmit: () => void;
  /** Undefined while they belong to an earlier text: the marks there are stay where they are. */
  readonly findings: readonly Finding[] | undefined;
  /** Queries run before, newest first. */
  readonly history: readonly PastQuery[];
  /** Alt+Down: the list of them is wanted. */
  readonly onHistory: () => void;
  readonly complete: (place: QueryContext, signal: AbortSignal) => Promise<readonly Offer[]>;
  /** True once the page has time to load the editor; until then only the input's use loads it. */
  readonly upgrade: boolean;
  readonly readOnly?: boolean;
  /** Little room: a shorter placeholder. */
  readonly narrow?: boolean;
  readonly focusOnMount?: boolean;
  /** In place of the hint of a search. */
  readonly placeholder?: string | undefined;
}

const useStyles = makeStyles({
  host: { position: 'relative', flex: '1 1 auto', minWidth: 0, display: 'flex', alignItems: 'center' },
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
    // A text area's hint knows no ellipsis: where it does not fit it fades out.
    ':placeholder-shown': { maskImage: 'linear-gradient(to right, #000 calc(100% - 32px), transparent)' },
    '::placeholder': {
      overflow: 'hidden',
      color: tokens.text.placeholder,
      opacity: 1,
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
    },
  },
});

const loadEditor = async () => {
  const [{ createQueryEditor }, { queryLanguageSupport }] = await Promise.all([
    import('./query-editor.js'),
    import('../../../api/language/editor.js'),
  ]);
  return { createQueryEditor, queryLanguageSupport };
};

/** Completion comes when the input is used: it is on its way from the pointer's coming near or the focus on. */
const preloadCompletion = (): void => {
  import('./query-completion.js').catch(() => undefined);
};

/** Makes a text area as high as its text, up to the most lines that are shown. */
function fitHeight(area: HTMLTextAreaElement): void {
  area.style.height = 'auto';
  area.style.height = `${area.scrollHeight}px`;
}

const placeholderOf = ({ placeholder, narrow = false }: QueryInputProps): string =>
  placeholder ?? (narrow ? texts.query.placeholderShort : texts.query.placeholder);

export function QueryInput(props: QueryInputProps) {
  const { value, findings, upgrade, readOnly = false, focusOnMount = false } = props;
  const styles = useStyles();
  const area = useRef<HTMLTextAreaElement>(null);
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<QueryEditor | null>(null);
  const recall = useRef<Recall | null>(null);
  /** The text area had the focus when the editor took its place. */
  const takeFocus = useRef(false);
  /** The editor lives longer than a render: it always calls what was rendered last. */
  const latest = useRef(props);
  const [wanted, setWanted] = useState(false);
  const [rich, setRich] = useState(false);

  useLayoutEffect(() => {
    latest.current = props;
  });

  const change = useCallback((text: string) => {
    recall.current = null;
    latest.current.onChange(text);
  }, []);
  const recallOther = useCallback((step: 1 | -1, current: string): string | null => {
    const found = recallStep(latest.current.history, recall.current, current, step);
    if (!found) return null;
    latest.current.onChange(found.text);
    recall.current = found.recall;
    return found.text;
  }, []);

  const load = wanted || upgrade;
  useEffect(() => {
    if (!load || editor.current) return;
    let gone = false;
    const start = async (): Promise<void> => {
      const { createQueryEditor, queryLanguageSupport } = await loadEditor();
      const plain = area.current;
      const parent = host.current;
      if (gone || !plain || !parent || editor.current) return;
      const root = plain.getRootNode() as Document | ShadowRoot;
      const focused = root.activeElement === plain;
      editor.current = createQueryEditor({
        parent,
        language: queryLanguageSupport(),
        text: plain.value,
        selection: { anchor: plain.selectionStart, head: plain.selectionEnd },
        label: texts.query.label,
        placeholder: placeholderOf(latest.current),
        onChange: (text) => change(text),
        onSubmit: () => latest.current.onSubmit(),
        onRecall: recallOther,
        onHistory: () => latest.current.onHistory(),
        complete: (place, signal) => latest.current.complete(place, signal),
      });
      takeFocus.current = focused;
      // In the same turn: what is clicked or typed meanwhile would go to the text area that leaves.
      flushSync(() => setRich(true));
    };
    const plain = area.current;
    const begin = (): void => {
      // A failed load leaves the plain input, which works; the next use tries again.
      start().catch(() => setWanted(false));
    };
    // Text being composed would be torn apart by a change of the input.
    if (plain?.dataset['composing']) plain.addEventListener('compositionend', begin, { once: true });
    else begin();
    return () => {
      gone = true;
      plain?.removeEventListener('compositionend', begin);
    };
  }, [load, change, recallOther]);

  useEffect(
    () => () => {
      editor.current?.destroy();
      editor.current = null;
    },
    [],
  );
  useEffect(() => {
    editor.current?.setText(value);
  }, [value, rich]);
  useEffect(() => {
    if (findings) editor.current?.setFindings(findings);
  }, [findings, rich]);
  useEffect(() => {
    editor.current?.setReadOnly(readOnly);
  }, [readOnly, rich]);
  useLayoutEffect(() => {
    if (area.current) fitHeight(area.current);
  }, [value]);
  useLayoutEffect(() => {
    if (rich && takeFocus.current) editor.current?.focus();
  }, [rich]);
  useEffect(() => {
    if (focusOnMount) area.current?.focus();
  }, [focusOnMount]);

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
    <div className={styles.host} onPointerEnter={preloadCompletion} onFocus={preloadCompletion}>
      {!rich && (
        <textarea
          ref={area}
          className={styles.plain}
          rows={1}
          aria-label={texts.query.label}
          placeholder={placeholderOf(props)}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          autoCorrect="off"
          readOnly={readOnly}
          value={value}
          onChange={(event) => change(event.currentTarget.value)}
          onFocus={() => setWanted(true)}
          onKeyDown={onKeyDown}
          onCompositionStart={(event) => (event.currentTarget.dataset['composing'] = 'yes')}
          onCompositionEnd={(event) => delete event.currentTarget.dataset['composing']}
        />
      )}
      <div ref={host} className={mergeClasses(styles.editor, !rich && styles.hidden)} />
    </div>
  );
}
