/** Creates the first values of the extractor form for an extractor that stores the value of a computed field. */
import type { ExtractorType } from '../api/extractors/types/index.js';
import { grokCapture, groupIndex, type ComputedField } from './computed-fields.js';

/** The type and source of a new extractor, and the values of its form. */
export interface ExtractorDraft {
  readonly type: ExtractorType;
  readonly field: string;
  readonly title: string;
  /** Field that gets the value; empty for types that name their fields themselves. */
  readonly target: string;
  readonly config: Readonly<Record<string, string | boolean>>;
  /** True converts the value to a number. */
  readonly number: boolean;
}

/** Returns the pattern with one capturing group only, because an extractor takes the first. */
function withOneGroup(pattern: string, capture: string | undefined): string {
  const wanted = groupIndex(pattern, capture);
  let group = -1;
  return pattern.replace(/\\[\s\S]|\[(?:\\.|[^\]\\])*\]|\((?!\?)|\(\?P?<[A-Za-z]\w*>/g, (part) => {
    if (!part.startsWith('(')) return part;
    group += 1;
    return group === wanted ? '(' : '(?:';
  });
}

/** Renames the capture in the grok pattern to the name of the field. The capture of a number gets the type `double`. */
function withCapture(pattern: string, { name, capture, number = false }: ComputedField): string {
  const wanted = grokCapture(pattern, capture);
  return pattern.replace(/%\{(\w+):([^:;}]+)[^}]*\}/g, (whole: string, own: string, captured: string) =>
    captured === wanted ? `%{${own}:${name}${number ? ':double' : ''}}` : whole,
  );
}

/**
 * Returns the extractor for a computed field. A JSON extractor makes fields of all values of the text, named by their
 * path with underscores.
 */
export function extractorOfComputed(field: ComputedField): ExtractorDraft {
  const { name, kind, source, pattern, capture, number = false } = field;
  const common = { field: source, title: `${name} from ${source}`, target: name, number };
  if (kind === 'regex') return { ...common, type: 'regex', config: { regex_value: withOneGroup(pattern, capture) } };
  if (kind === 'grok') {
    const config = { grok_pattern: withCapture(pattern, field), named_captures_only: true };
    return { ...common, type: 'grok', target: '', number: false, config };
  }
  if (kind === 'json') return { ...common, type: 'json', target: '', number: false, config: {} };
  // The kind is `key_value`: the expression replaces the whole text by the value of the key, with or without quotes.
  const key = pattern.replace(/[^\w]/g, '\\$&');
  const regex = `^[\\s\\S]*?(?:^|[^\\w.-])${key}\\s?[=:]\\s?(?:"([^"]*)"|([^\\s,;&]+))[\\s\\S]*$`;
  return { ...common, type: 'regex_replace', config: { regex, replacement: '$1$2', replace_all: false } };
}
