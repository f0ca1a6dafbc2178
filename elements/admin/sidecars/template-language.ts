/**
 * Defines the language of configuration templates for the editor: colours, and completion of variables and directives.
 * The surrounding text is in a collector's format, such as YAML or INI, in which comments, keys and quoted texts are
 * coloured. The module is loaded lazily with the editor.
 */
import {
  acceptCompletion,
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import { HighlightStyle, StreamLanguage, syntaxHighlighting, type StringStream } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { contentTokens } from '../../kit/content-tokens.js';
import { tokens } from '../../kit/tokens.js';

interface State {
  inside: 'text' | 'expression' | 'directive' | 'comment';
}

const words = /^(?:as|lt|lte|gt|gte|true|false|count)\b/;

function token(stream: StringStream, state: State): string | null {
  if (state.inside === 'comment') {
    if (stream.skipTo('-->')) {
      stream.match('-->');
      state.inside = 'text';
    } else stream.skipToEnd();
    return 'comment';
  }
  if (state.inside === 'text') return textToken(stream, state);
  if (stream.eatSpace()) return null;
  if (stream.match(state.inside === 'expression' ? /^\}/ : /^\/?>/)) {
    state.inside = 'text';
    return 'keyword';
  }
  if (stream.match(/^"(?:[^"\\]|\\.)*"?|^'(?:[^'\\]|\\.)*'?/)) return 'string';
  if (stream.match(/^\d+(?:\.\d+)?/)) return 'number';
  if (stream.match(words)) return 'keyword';
  if (stream.match(/^[\p{L}_@$][\p{L}\p{N}_@$]*/u)) return 'variableName.special';
  stream.next();
  return 'punctuation';
}

function textToken(stream: StringStream, state: State): string | null {
  if (stream.match('<#--')) {
    state.inside = 'comment';
    return 'comment';
  }
  if (stream.match('${')) {
    state.inside = 'expression';
    return 'keyword';
  }
  if (stream.match(/^<[#@][A-Za-z]+/)) {
    state.inside = 'directive';
    return 'keyword';
  }
  if (stream.match(/^<\/[#@][A-Za-z]+\s*>/)) return 'keyword';
  if (stream.sol() && stream.match(/^\s*#.*/)) return 'comment';
  if (stream.sol() && stream.match(/^\s*(?:- )?[\w.-]+(?=\s*:(?:\s|$))/)) return 'propertyName';
  stream.next();
  stream.eatWhile((character: string) => character !== '$' && character !== '<');
  return null;
}

const language = StreamLanguage.define<State>({
  startState: () => ({ inside: 'text' }),
  copyState: (state) => ({ ...state }),
  token,
});

const runtime: readonly Completion[] = [
  ['nodeId', 'id of the node'],
  ['nodeName', 'name of the node'],
  ['sidecarVersion', 'version of the agent'],
  ['operatingSystem', 'operating system of the node'],
  ['spoolDir', 'directory of this configuration on the node'],
  ['tags', 'tags of the node'],
].map(([name = '', detail = '']) => ({ label: `sidecar.${name}`, detail, type: 'variable' }));

const directives: readonly Completion[] = [
  ['if', '<#if ></#if>', 'condition'],
  ['else', '<#else>', 'otherwise'],
  ['list', '<#list  as item></#list>', 'loop'],
  ['assign', '<#assign name = >', 'variable'],
  ['noparse', '<#noparse></#noparse>', 'text as it is'],
].map(([name = '', apply = '', detail = '']) => ({ label: `<#${name}`, apply, detail, type: 'keyword' }));

/** Returns completions of the names in `variables` within expressions, and of directives; null elsewhere. */
export function templateCompletions(context: CompletionContext, variables: readonly string[]): CompletionResult | null {
  const directive = context.matchBefore(/<#\w*/);
  if (directive) return { from: directive.from, options: [...directives] };
  const expression = context.matchBefore(/\$\{\s*[\w.]*|<#(?:if|elseif|list)\s+[\w.]*/);
  if (!expression) return null;
  const typed = /[\w.]*$/.exec(expression.text)?.[0] ?? '';
  const own = variables.map((name): Completion => ({ label: `user.${name}`, type: 'variable' }));
  return { from: context.pos - typed.length, options: [...runtime, ...own], validFor: /^[\w.]*$/ };
}

/**
 * The styles are created once, because CodeMirror keeps the rules of every theme and highlight style as long as the
 * document lives.
 */
let styles: Extension | undefined;
const sharedStyles = (): Extension =>
  (styles ??= [
    syntaxHighlighting(HighlightStyle.define([{ tag: tags.comment, color: contentTokens.syntax.comment }])),
    EditorView.theme({
      '.cm-tooltip': {
        border: `1px solid ${tokens.border.subtle}`,
        borderRadius: '8px',
        backgroundColor: tokens.surface.raised,
        boxShadow: tokens.shadow.float,
      },
      '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: tokens.font.mono, padding: '4px' },
      '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
        padding: '4px 8px',
        borderRadius: '4px',
        color: tokens.text.primary,
      },
      '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
        backgroundColor: tokens.selection.background,
        color: tokens.text.primary,
      },
      '.cm-completionDetail': { color: tokens.text.secondary, fontStyle: 'normal', marginLeft: '16px' },
    }),
  ]);

/**
 * Returns the editor extension for configuration templates.
 *
 * @param variables returns the names of the server's variables; called at every completion
 */
export const templateLanguage = (variables: () => readonly string[]): Extension => [
  language,
  sharedStyles(),
  autocompletion({
    override: [(context) => templateCompletions(context, variables())],
    icons: false,
    interactionDelay: 0,
  }),
  keymap.of([{ key: 'Tab', run: acceptCompletion }]),
];
