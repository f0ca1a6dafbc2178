/**
 * Provides the lazily loaded editor of a rule or pipeline: the kit's code editor with syntax, completion, marked
 * findings, and the values that expressions have for a sample message.
 */
import {
  acceptCompletion,
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  closeCompletion,
  completionStatus,
  startCompletion,
} from '@codemirror/autocomplete';
import { toggleComment } from '@codemirror/commands';
import { bracketMatching } from '@codemirror/language';
import { Compartment, type Extension } from '@codemirror/state';
import { EditorView, lineNumbers, tooltips, type Command } from '@codemirror/view';
import { createCodeEditor, type CodeEditor } from '../../kit/code/code-editor.js';
import type { EditorPlace } from '../../kit/code/use-late-editor.js';
import { ruleEditorStyles } from './editor-styles.js';
import type { Finding } from '../../../machines/pipelines/finding.js';
import { pipelineCompletion } from './pipeline-completion.js';
import { ruleCompletion } from './rule-completion.js';
import type { RuleFacts } from '../../../machines/pipelines/rule-facts.js';
import { ruleFindings, setFindings } from './rule-findings.js';
import { ruleHover } from './rule-hover.js';
import { pipelineLanguageSupport, ruleLanguageSupport } from './rule-language.js';
import { ruleValues, setValues, type ShownValue } from './rule-values.js';

export interface RuleSourceEditorOptions extends EditorPlace {
  readonly label: string;
  readonly kind: 'rule' | 'pipeline';
  readonly facts: () => RuleFacts;
  readonly onChange: (text: string) => void;
  readonly onSubmit: () => void;
}

export interface RuleSourceEditor extends CodeEditor {
  setAttributes(attributes: Readonly<Record<string, string>>): void;
  setFindings(findings: readonly Finding[]): void;
  setValues(values: readonly ShownValue[]): void;
  /** Moves the cursor to an offset and scrolls there. */
  goTo(at: number): void;
}

/**
 * Enter accepts an open completion; otherwise it inserts a line break and repeats the indentation of the current line.
 */
const newLine: Command = (view) => {
  if (completionStatus(view.state) === 'active' && acceptCompletion(view)) return true;
  const { state, dispatch } = view;
  if (state.readOnly) return false;
  const [indentation = ''] = /^[ \t]*/.exec(state.doc.lineAt(state.selection.main.from).text) ?? [];
  dispatch(
    state.update(state.replaceSelection(state.lineBreak + indentation), { userEvent: 'input', scrollIntoView: true }),
  );
  return true;
};

export function createRuleSourceEditor({
  kind,
  facts,
  onSubmit,
  ...options
}: RuleSourceEditorOptions): RuleSourceEditor {
  const attributes = new Compartment();
  const language: Extension = kind === 'rule' ? ruleLanguageSupport() : pipelineLanguageSupport();
  const submit = (): boolean => {
    onSubmit();
    return true;
  };
  const editor = createCodeEditor({
    ...options,
    language,
    styles: ruleEditorStyles,
    keys: [
      { key: 'Mod-Enter', run: submit },
      { key: 'Mod-s', run: submit, preventDefault: true },
      { key: 'Enter', run: newLine },
      { key: 'Tab', run: acceptCompletion },
      { key: 'Escape', run: closeCompletion },
      { key: 'Mod-Space', run: startCompletion },
      { key: 'Mod-/', run: toggleComment },
      ...closeBracketsKeymap,
    ],
    extensions: [
      ruleFindings,
      lineNumbers(),
      bracketMatching(),
      closeBrackets(),
      ruleValues,
      tooltips({ position: 'absolute' }),
      kind === 'rule'
        ? [autocompletion({ override: [ruleCompletion(facts)], icons: false, interactionDelay: 0 }), ruleHover(facts)]
        : autocompletion({ override: [pipelineCompletion(facts)], icons: false, interactionDelay: 0 }),
      attributes.of([]),
    ],
  });
  const { view } = editor;
  return {
    ...editor,
    setAttributes: (own) =>
      view.dispatch({ effects: attributes.reconfigure(EditorView.contentAttributes.of({ ...own })) }),
    setFindings: (findings) => view.dispatch({ effects: setFindings.of(findings) }),
    setValues: (values) => view.dispatch({ effects: setValues.of(values) }),
    goTo: (at) => {
      const anchor = Math.min(at, view.state.doc.length);
      view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) });
      view.focus();
    },
  };
}
