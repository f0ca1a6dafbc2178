/**
 * Provides a code editor for a form field: the field sets the attributes of the editor, such as its id and its error,
 * and Ctrl+Enter (Cmd+Enter on a Mac) submits the form. The module is loaded late by a component with a plain text
 * area.
 */
import { Compartment, type Extension } from '@codemirror/state';
import { EditorView, keymap, type Command } from '@codemirror/view';
import { createCodeEditor, type CodeEditor } from './code-editor.js';
import type { CodeStyles } from './code-theme.js';
import type { EditorPlace } from './use-late-editor.js';

export interface FieldEditorOptions extends EditorPlace {
  readonly label: string;
  /** Language of the text; undefined: the text has no colours. */
  readonly language: Extension | undefined;
  readonly styles: CodeStyles;
  readonly onChange: (text: string) => void;
  readonly onSubmit: () => void;
}

export interface FieldEditor extends CodeEditor {
  /** Sets the attributes of the editable element other than its label. */
  setAttributes(attributes: Readonly<Record<string, string>>): void;
}

/** Inserts a line break with the indentation of the previous line. */
const newLine: Command = ({ state, dispatch }) => {
  if (state.readOnly) return false;
  const [indentation = ''] = /^[ \t]*/.exec(state.doc.lineAt(state.selection.main.from).text) ?? [];
  const change = state.replaceSelection(state.lineBreak + indentation);
  dispatch(state.update(change, { userEvent: 'input', scrollIntoView: true }));
  return true;
};

export function createFieldEditor({ onSubmit, ...options }: FieldEditorOptions): FieldEditor {
  const attributes = new Compartment();
  const submit = (): boolean => {
    onSubmit();
    return true;
  };
  const editor = createCodeEditor({
    ...options,
    language: options.language ?? [],
    keys: [{ key: 'Mod-Enter', run: submit }],
    // Enter has the usual precedence, so that an open completion of the language accepts it first.
    extensions: [attributes.of([]), keymap.of([{ key: 'Enter', run: newLine }])],
  });
  return {
    ...editor,
    setAttributes: (own) =>
      editor.view.dispatch({ effects: attributes.reconfigure(EditorView.contentAttributes.of({ ...own })) }),
  };
}
