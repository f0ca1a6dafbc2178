/**
 * Comments by which the author of a rule ignores findings, for example `// lint-ignore: never-true`. Such a comment is
 * in the line of the finding, or in the comment lines directly above it. It is part of the rule, so it applies for all
 * users and in all copies. The functions are pure.
 */
import type { Finding, QuickFix } from './finding.js';

const marker = /\/\/.*?\blint-ignore:\s*([\w-]+(?:\s*,\s*[\w-]+)*)/;

const lineStartOf = (source: string, at: number): number => (at <= 0 ? 0 : source.lastIndexOf('\n', at - 1) + 1);
const lineOf = (source: string, start: number): string => {
  const end = source.indexOf('\n', start);
  return source.slice(start, end < 0 ? source.length : end);
};

/** Returns the codes of findings that a line's comment ignores. */
const codesIn = (line: string): readonly string[] => marker.exec(line)?.[1]?.split(/\s*,\s*/) ?? [];

/** Returns the findings that no comment ignores. */
export function withoutIgnored(source: string, findings: readonly Finding[]): readonly Finding[] {
  if (!source.includes('lint-ignore:')) return findings;
  return findings.filter(({ code, from }) => code === undefined || !codesAt(source, from).includes(code));
}

function codesAt(source: string, at: number): readonly string[] {
  let start = lineStartOf(source, at);
  const codes = [...codesIn(lineOf(source, start))];
  while (start > 0) {
    start = lineStartOf(source, start - 1);
    const line = lineOf(source, start);
    if (!line.trimStart().startsWith('//')) break;
    codes.push(...codesIn(line));
  }
  return codes;
}

/**
 * Returns the change that ignores a finding: a comment line above its line, or its code added to an existing comment.
 */
export function ignored(source: string, { code = '', from }: Finding): QuickFix {
  const start = lineStartOf(source, from);
  const above = start > 0 ? lineStartOf(source, start - 1) : start;
  const known = start > 0 ? marker.exec(lineOf(source, above)) : null;
  const label = 'Ignore here';
  if (known && lineOf(source, above).trimStart().startsWith('//')) {
    const at = above + known.index + known[0].length;
    return { label, edits: [{ from: at, to: at, insert: `, ${code}` }] };
  }
  const indentation = /^[ \t]*/.exec(lineOf(source, start))?.[0] ?? '';
  return { label, edits: [{ from: start, to: start, insert: `${indentation}// lint-ignore: ${code}\n` }] };
}
