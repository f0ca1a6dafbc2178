/**
 * Renders a line below the query with a question about the found messages; the component is loaded when the line is
 * opened.
 */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { answerForms } from '../../../machines/question/config.js';
import {
  completeQuestion,
  withOffer,
  type QuestionField,
  type QuestionOffer,
} from '../../../machines/question/complete.js';
import { parseQuestion } from '../../../machines/question/parse.js';
import { isDraftChanged, searchDraft } from '../../../machines/search-page.js';
import { ChartIcon, CloseIcon } from '../../kit/icons.js';
import { IconButton } from '../../kit/icon-button.js';
import { rootOf } from '../../kit/root-of.js';
import { focusQuery } from '../../kit/shortcuts/use-page-keys.js';
import { Tabs } from '../../kit/tabs.js';
import { container, space, tokens, type } from '../../kit/tokens.js';
import { useListbox } from '../../kit/use-listbox.js';
import { useFieldTypes, useView } from '../../view-area/index.js';
import { useBarStyles } from '../bar/bar-styles.js';
import type { SearchPageActor } from '../page/use-search-page.js';
import { questionLineTexts as texts } from './texts.js';
import { unknownField, useQuestionState } from './question-state.js';
import { useAddedAnswer } from './use-added-answer.js';
import type { OpenQuestion } from './question-control.js';

const useStyles = makeStyles({
  row: { display: 'flex', alignItems: 'stretch', gap: `${space.m}px`, minWidth: 0, flexWrap: 'wrap' },
  box: {
    flex: '1 1 320px',
    position: 'relative',
    alignItems: 'center',
    paddingLeft: `${space.m}px`,
    color: tokens.text.tertiary,
  },
  input: {
    flex: '1 1 auto',
    minWidth: 0,
    padding: '0 8px',
    border: 'none',
    outlineStyle: 'none',
    backgroundColor: 'transparent',
    color: tokens.text.primary,
    ...type.query,
    '::placeholder': { color: tokens.text.placeholder, opacity: 1, textOverflow: 'ellipsis' },
  },
  forms: { display: 'flex', alignItems: 'center', [container.compact]: { flex: '1 1 100%' } },
  fault: { flex: '1 1 100%', color: tokens.text.secondary, ...type.caption },
});

const numeric = new Set(['long', 'int', 'short', 'byte', 'double', 'float']);
const forms = answerForms.map((key) => ({ key, label: texts.forms[key] }));

export interface QuestionLineProps {
  readonly page: SearchPageActor;
  readonly open: OpenQuestion;
}

export function QuestionLine({ page, open }: QuestionLineProps) {
  const state = useQuestionState(open);
  const onAdd = useAddedAnswer(page, state);
  const bar = useBarStyles();
  const styles = useStyles();
  const draft = useSelector(page, ({ context }) => searchDraft(context));
  const { document, queryId } = useView(page);
  const isChanged = isDraftChanged(draft, document, queryId);
  const { list } = useFieldTypes(draft, true);
  const fields = useMemo(
    (): QuestionField[] => (list ?? []).map(({ name, type: of }) => ({ name, numeric: numeric.has(of.type) })),
    [list],
  );
  const row = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [caret, setCaret] = useState(state.text.length);
  /** Position at which the caret is placed once the changed text has been rendered. */
  const wanted = useRef<number>(state.text.length);
  /** Text as the user last left it in this line; a text that differs was set from outside. */
  const own = useRef(state.text);
  const { text, fault } = state;
  const completion = completeQuestion(text, caret, fields);
  const listbox = useListbox({
    label: texts.label,
    options: completion.offers.map((offer) => ({ value: offer.text, label: offer.text, note: offer.detail })),
    filter: '',
    chosen: [],
    single: true,
    loading: false,
    hideEmpty: true,
    onTake: (text) => take(completion.offers.find((offer) => offer.text === text)),
  });
  const take = (offer: QuestionOffer | undefined): void => {
    if (!offer) return;
    const next = withOffer(text, caret, completion.from, offer);
    wanted.current = next.caret;
    own.current = next.text;
    setCaret(next.caret);
    state.onText(next.text);
    // Suggestions stay open while the question is incomplete; after a complete question they would only be in the way.
    if (parseQuestion(next.text).fault) listbox.typed(-1);
    else listbox.close();
  };
  const reached = useEffectEvent(open.onReached);
  useEffect(() => {
    if (reached()) input.current?.focus();
  }, []);
  useLayoutEffect(() => {
    // If the text was typed into the query before this line had the focus, the caret is placed at the end of the text.
    const at = text === own.current ? Math.min(wanted.current, text.length) : text.length;
    own.current = text;
    input.current?.setSelectionRange(at, at);
  }, [text]);
  // Closing removes the focused input, so the query above gets the focus. A line without the focus leaves the focus
  // where it is, because focusing the query would open the keyboard of a phone.
  const close = (): void => {
    const root = rootOf(input.current);
    if (root && row.current?.matches(':focus-within')) focusQuery(root);
    state.onClose();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Enter' && event.altKey) {
      event.preventDefault();
      onAdd?.();
      return;
    }
    const isBegun = completion.from < caret && !completion.isWhole;
    const [first] = completion.offers;
    if (event.key === 'Tab' && !event.shiftKey && listbox.open && isBegun && first) {
      event.preventDefault();
      return take(first);
    }
    if (listbox.pressed(event)) return;
    if (event.key === 'Escape') close();
    if (event.key === 'Enter') {
      event.preventDefault();
      listbox.close();
      // The answer covers the executed query, so a changed query must be executed first.
      if (isChanged) page.send({ type: 'submitted' });
    }
  };
  const missing = state.question && list ? unknownField(state.question, list) : undefined;
  const begun = text.trim() !== '' && fault && fault.at < text.trimEnd().length ? fault.message : undefined;
  const shown = listbox.open ? undefined : (begun ?? (missing === undefined ? undefined : texts.unknownField(missing)));
  return (
    <div ref={row} className={styles.row}>
      <span ref={listbox.box} className={mergeClasses(bar.frame, bar.input, styles.box)} onBlur={listbox.onBlur}>
        <ChartIcon aria-hidden="true" fontSize={20} />
        <input
          {...listbox.inputProps}
          ref={input}
          data-question=""
          className={styles.input}
          placeholder={texts.placeholder}
          aria-label={texts.label}
          aria-invalid={shown !== undefined}
          value={text}
          onChange={(event) => {
            const { value, selectionStart } = event.currentTarget;
            const at = selectionStart ?? value.length;
            wanted.current = at;
            own.current = value;
            setCaret(at);
            state.onText(value);
            const next = completeQuestion(value, at, fields);
            listbox.typed(next.from < at && !next.isWhole ? 0 : -1);
          }}
          onSelect={(event) => setCaret(event.currentTarget.selectionStart ?? text.length)}
          onClick={() => (listbox.open ? undefined : listbox.begin())}
          onKeyDown={onKeyDown}
        />
        <IconButton
          quiet
          size="small"
          label={texts.close}
          icon={<CloseIcon />}
          // Pressing the button must not move the focus into the line before it is closed.
          onMouseDown={(event) => event.preventDefault()}
          onClick={close}
        />
        {listbox.list}
      </span>
      <span className={styles.forms}>
        <Tabs kind="segments" label={texts.form} tabs={forms} active={state.form} onChange={state.onForm} />
      </span>
      {shown && (
        <span role="status" className={styles.fault}>
          {shown}
        </span>
      )}
    </div>
  );
}
