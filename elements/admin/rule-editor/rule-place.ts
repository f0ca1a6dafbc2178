/**
 * Determines the construct at an offset of a rule: argument of a function, field of the message, or word. The text may
 * be incomplete.
 */
import type { SyntaxNode, Tree } from '@lezer/common';
import type { FunctionDescriptor } from '../../../api/contract/pipelines.js';

export type RulePlace =
  | { readonly kind: 'none' }
  /** A field name after `$message.`. */
  | { readonly kind: 'field'; readonly from: number }
  /** A string literal that is an argument of a function. */
  | {
      readonly kind: 'text';
      /** Offset after the opening quote. */
      readonly from: number;
      readonly to: number;
      readonly call: string;
      /**
       * Name of the parameter; undefined when the argument is not named and the function has no parameter at its
       * position.
       */
      readonly parameter: string | undefined;
    }
  | {
      readonly kind: 'word';
      readonly from: number;
      /** Name of the function whose arguments contain the word; undefined outside of arguments. */
      readonly call: string | undefined;
      /** Names of the parameters that already have a named argument. */
      readonly named: readonly string[];
      /** True if a named argument, or the first argument, may begin here. */
      readonly startsArgument: boolean;
    };

const word = /[A-Za-z_][A-Za-z_0-9]*$/;

function around(node: SyntaxNode | null, ...names: readonly string[]): SyntaxNode | null {
  for (let at = node; at; at = at.parent) if (names.includes(at.name)) return at;
  return null;
}

export function rulePlaceAt(tree: Tree, text: string, at: number, functions: readonly FunctionDescriptor[]): RulePlace {
  const node = tree.resolveInner(at, -1);
  if (around(node, 'LineComment', 'BlockComment', 'Rest', 'RuleName')) return { kind: 'none' };
  const before = text.slice(Math.max(0, at - 200), at);
  const string = around(node, 'String');
  if (string && at > string.from && (at < string.to || text[at - 1] !== '"' || string.to - string.from === 1)) {
    const args = around(string, 'Arguments', 'List', 'Map', 'Index', 'Binary');
    if (args?.name !== 'Arguments') return { kind: 'none' };
    const isClosed = string.to - string.from > 1 && text[string.to - 1] === '"';
    return {
      kind: 'text',
      from: string.from + 1,
      to: isClosed ? string.to - 1 : at,
      call: callOf(args, text),
      parameter: parameterOf(args, string, text, functions),
    };
  }
  const typed = word.exec(before)?.[0] ?? '';
  const lead = before.slice(0, before.length - typed.length);
  const from = at - typed.length;
  if (/\$message\s*\.\s*$/.test(lead)) return { kind: 'field', from };
  if (/[.$`\d]$/.test(lead) || /\blet\s+$/i.test(lead)) return { kind: 'none' };
  const args = around(node, 'Arguments');
  const isInside = args !== null && at > args.from && (at < args.to || text[args.to - 1] !== ')');
  return {
    kind: 'word',
    from,
    call: isInside ? callOf(args, text) : undefined,
    named: isInside ? args.getChildren('Named').map((one) => nameOf(one, 'ParameterName', text)) : [],
    startsArgument: isInside && /[(,]\s*$/.test(lead),
  };
}

const nameOf = (node: SyntaxNode, child: string, text: string): string => {
  const found = node.getChild(child);
  return found ? text.slice(found.from, found.to).replace(/^`|`$/g, '') : '';
};

function callOf(args: SyntaxNode, text: string): string {
  const name = args.prevSibling;
  return name ? text.slice(name.from, name.to) : '';
}

function parameterOf(
  args: SyntaxNode,
  argument: SyntaxNode,
  text: string,
  functions: readonly FunctionDescriptor[],
): string | undefined {
  const named = around(argument, 'Named', 'Arguments');
  if (named?.name === 'Named') return nameOf(named, 'ParameterName', text);
  const index = text.slice(args.from, argument.from);
  // Only commas between the arguments of this call count, not commas within nested calls.
  let position = 0;
  for (let node = args.firstChild; node && node.from < argument.from; node = node.nextSibling) {
    if (node.name === ',') position += 1;
  }
  const called = functions.find(({ name }) => name === callOf(args, text));
  return index === '' ? undefined : called?.params[position]?.name;
}

/** Returns the called function whose name contains an offset, and the range of the name; undefined elsewhere. */
export function callAt(
  tree: Tree,
  text: string,
  at: number,
): { readonly name: string; readonly from: number; readonly to: number } | undefined {
  const node = tree.resolveInner(at, 1);
  const name = around(node, 'FunctionName');
  return name ? { name: text.slice(name.from, name.to), from: name.from, to: name.to } : undefined;
}
