/**
 * Updates references by name after an entity of a pack was renamed: the references in rules, pipelines, grok patterns,
 * inputs and event definitions.
 */
import { literalRegex } from '../../../api/literal-regex.js';
import { withTable } from '../lookup/rule-references.js';
import { withRule } from './kinds/pipeline.js';
import { textIn, type PlainData } from './values.js';
import { isObject } from '../foundation/is-object.js';

export interface Rename {
  readonly type: string;
  readonly from: string;
  readonly to: string;
}

/** Matches `%{OLD` in `%{OLD}` and `%{OLD:field}`, wherever grok patterns are written. */
const patternReference = (name: string): RegExp => new RegExp(`%\\{${literalRegex(name)}(?=[:}])`, 'g');

/** Replaces the old name of an entity in all members with the given names, at any depth. */
function withMembers(value: unknown, names: readonly string[], { from, to }: Rename): unknown {
  if (Array.isArray(value)) return value.map((one) => withMembers(one, names, { type: '', from, to }));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      names.includes(name) && part === from ? to : withMembers(part, names, { type: '', from, to }),
    ]),
  );
}

function withPatterns(value: unknown, rename: Rename): unknown {
  if (typeof value === 'string') return value.replace(patternReference(rename.from), () => `%{${rename.to}`);
  if (Array.isArray(value)) return value.map((one) => withPatterns(one, rename));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withPatterns(part, rename)]));
}

/**
 * Returns the data of an entity after another entity was renamed.
 * @param type type of the entity with this data
 */
export function afterRename(type: string, data: PlainData, rename: Rename): PlainData {
  const source = textIn(data, 'source');
  if (rename.type === 'pipeline_rule' && type === 'pipeline') {
    const changed = withRule(source, rename.from, rename.to);
    return changed === source ? data : { ...data, source: changed };
  }
  if (rename.type === 'grok_pattern' && ['grok_pattern', 'input', 'pipeline_rule'].includes(type))
    return withPatterns(data, rename) as PlainData;
  if (rename.type !== 'lookup_table') return data;
  if (type === 'pipeline_rule') return { ...data, source: withTable(source, rename.from, rename.to) };
  if (type === 'input' || type === 'event_definition')
    return withMembers(data, ['lookup_table_name', 'table_name', 'lookup_table'], rename) as PlainData;
  return data;
}
