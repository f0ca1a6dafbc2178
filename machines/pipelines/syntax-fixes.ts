/**
 * Quick fixes of syntax errors of rules. A fix is offered only if the error is gone, or only a later one is left, in
 * the changed text.
 */
import { parseRule } from '../../api/pipeline-language/index.js';
import { reservedWords } from '../../api/pipeline-language/keywords.js';
import { applied, type QuickFix } from './finding.js';

/** Returns the fix of the syntax error at an offset; undefined: no fix is known. */
export function syntaxFix(source: string, at: number): QuickFix | undefined {
  for (const attempt of [signFix, semicolonFix, quotesFix, equalsFix, escapesFix, backTicksFix]) {
    const fix = attempt(source, at);
    if (fix && mends(source, at, fix)) return fix;
  }
  return undefined;
}

function mends(source: string, at: number, fix: QuickFix): boolean {
  const { problem } = parseRule(applied(source, fix));
  if (!problem) return true;
  const longer = fix.edits.reduce((sum, { from, to, insert }) => sum + insert.length - (to - from), 0);
  return problem.from > at + longer;
}

/** Fixes `5-3`: the grammar reads it as two numbers, because the sign belongs to the second one. */
function signFix(source: string, at: number): QuickFix | undefined {
  const near = /^[+-][\d.]/.test(source.slice(at, at + 2)) ? at : at - 1;
  if (!/^[+-][\d.]/.test(source.slice(near, near + 2))) return undefined;
  return { label: 'Compute with a space', edits: [{ from: near, to: near + 1, insert: ` ${source[near] ?? ''} ` }] };
}

/**
 * Fixes a missing semicolon before the token at the offset. The semicolon is inserted before the whitespace and
 * comments that precede the token.
 */
function semicolonFix(source: string, at: number): QuickFix | undefined {
  const before = source.slice(0, at);
  const [blank = ''] = /(?:\s|\/\/[^\n]*\n|\/\*(?:[^*]|\*(?!\/))*\*\/)*$/.exec(before.slice(-10_000)) ?? [];
  const end = at - blank.length;
  if (end === 0 || !/[\w)\]}"`]/.test(source.charAt(end - 1))) return undefined;
  return { label: 'Add the semicolon', edits: [{ from: end, to: end, insert: ';' }] };
}

function quotesFix(source: string, at: number): QuickFix | undefined {
  const [quoted, text = ''] = /^'([^'\n]*)'/.exec(source.slice(at, at + 10_000)) ?? [];
  if (quoted === undefined) return undefined;
  const insert = `"${text.replace(/(\\.)|"/g, (_whole, escape: string | undefined) => escape ?? '\\"')}"`;
  return { label: 'Use double quotes', edits: [{ from: at, to: at + quoted.length, insert }] };
}

function equalsFix(source: string, at: number): QuickFix | undefined {
  if (!/^=(?!=)/.test(source.slice(at, at + 2))) return undefined;
  return { label: 'Compare with ==', edits: [{ from: at, to: at + 1, insert: '==' }] };
}

/**
 * Fixes unknown escapes from the offset to the end of the string literal, as in `"\d+\s"`, by doubling the backslashes.
 */
function escapesFix(source: string, at: number): QuickFix | undefined {
  const [rest] = /^(?:\\[^]|[^"\\])*"/.exec(source.slice(at, at + 10_000)) ?? [];
  if (source.charAt(at) !== '\\' || rest === undefined) return undefined;
  const edits = [...rest.matchAll(/\\([^])/g)]
    .filter(([, letter = '']) => !/[btnfr"'\\0-7u]/.test(letter))
    .map(({ index }) => ({ from: at + index, to: at + index, insert: '\\' }));
  return edits.length === 0 ? undefined : { label: 'Double the back-slash', edits };
}

/** Fixes a reserved word at a place where only a name is valid, by enclosing the word in backticks. */
function backTicksFix(source: string, at: number): QuickFix | undefined {
  if (!/(?:[.({,]|\blet)\s*$/i.test(source.slice(Math.max(0, at - 1000), at))) return undefined;
  const [word] = /^\w+/.exec(source.slice(at, at + 100)) ?? [];
  if (word === undefined || !(reservedWords.includes(word.toLowerCase()) || word === 'true' || word === 'false'))
    return undefined;
  return { label: 'Write it in back-ticks', edits: [{ from: at, to: at + word.length, insert: `\`${word}\`` }] };
}
