/**
 * Builds the query editor: the code editor with the query language, completion, underlined findings and the key
 * bindings of the search bar. The editor is loaded after the first paint; until then a plain text area without colours
 * takes its place (query-input.tsx).
 */
import { insertNewline } from '@codemirror/commands';
import type { LanguageSupport } from '@codemirror/language';
import { EditorView, placeholder, tooltips, type Command, type KeyBinding } from '@codemirror/view';
import { createCodeEditor, type CodeEditor } from '../../kit/code/code-editor.js';
import type { EditorPlace, LateEditor } from '../../kit/code/use-late-editor.js';
import type { Finding } from './finding.js';
import { lateCompletion, type LateCompletion } from './late-completion.js';
import type { Complete } from './query-completion.js';
import { queryStyles } from './query-editor-theme.js';
import { queryFindings, setFindings } from './query-findings.js';

export interface QueryEditorOptions extends EditorPlace {
  readonly language: LanguageSupport;
  readonly label: string;
  readonly placeholder: string;
  readonly onChange: (text: string) => void;
  readonly onSubmit: () => void;
  /** Returns an older (1) or newer (-1) query of the history; null when there is none. */
  readonly onRecall: (step: 1 | -1, current: string) => string | null;
  /** Called to open the search history. */
  readonly onHistory: () => void;
  readonly complete: Complete;
}

export interface QueryEditor extends LateEditor {
  setFindings(findings: readonly Finding[]): void;
}

/**
 * Returns true if the cursor is on the first (`1`) or last (`-1`) line of the text as displayed, that is, after
 * wrapping.
 */
function onOutermostLine(view: EditorView, step: 1 | -1): boolean {
  const { main } = view.state.selection;
  const here = view.coordsAtPos(main.head);
  const edge = view.coordsAtPos(step > 0 ? 0 : view.state.doc.length);
  return main.empty && (!here || !edge || Math.abs(here.top - edge.top) < here.bottom - here.top);
}

function searchBarKeys(
  options: QueryEditorOptions,
  completion: LateCompletion,
  replace: CodeEditor['replace'],
): KeyBinding[] {
  const recall =
    (step: 1 | -1): Command =>
    (view) => {
      if (completion.active(view) || !onOutermostLine(view, step)) return false;
      const text = options.onRecall(step, view.state.doc.toString());
      if (text !== null) replace(text);
      return text !== null;
    };
  return [
    {
      key: 'Enter',
      run: (view) => {
        if (completion.acceptByEnter(view)) return true;
        completion.close(view);
        options.onSubmit();
        return true;
      },
    },
    { key: 'Shift-Enter', run: insertNewline },
    { key: 'Tab', run: completion.acceptByTab },
    {
      key: 'Alt-ArrowDown',
      run: () => {
        options.onHistory();
        return true;
      },
    },
    { key: 'ArrowUp', run: recall(1) },
    { key: 'ArrowDown', run: recall(-1) },
  ];
}

/** Keeps the cursor position on keyboard focus, as in a text area; browsers would move the cursor before the text. */
const keepsCursor = EditorView.domEventHandlers({
  focus: (_event, view) => {
    view.focus();
  },
});

/** Creates the editor inside `parent`, in the document or shadow root of `parent`. */
export function createQueryEditor(options: QueryEditorOptions): QueryEditor {
  const completion = lateCompletion(options.complete, options.onSubmit);
  const editor: CodeEditor = createCodeEditor({
    ...options,
    keys: searchBarKeys(options, completion, (text) => editor.replace(text)),
    styles: queryStyles,
    extensions: [
      keepsCursor,
      queryFindings,
      placeholder(options.placeholder),
      tooltips({ position: 'absolute' }),
      completion.extension,
    ],
  });
  return {
    ...editor,
    // The cursor moves to the end, as in the text area, so that the user can type on after a filter was added.
    setText: (text) => {
      if (text === editor.view.state.doc.toString()) return;
      editor.setText(text);
      editor.view.dispatch({ selection: { anchor: text.length } });
    },
    setFindings: (findings) => editor.view.dispatch({ effects: setFindings.of(findings) }),
  };
}
