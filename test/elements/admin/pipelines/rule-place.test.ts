/** Tests which construct of a rule is at the cursor: a table of conditions with the cursor as `|`. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parser } from '../../../../api/pipeline-language/index.js';
import type { FunctionDescriptor } from '../../../../api/contract/pipelines.js';
import { rulePlaceAt } from '../../../../elements/admin/rule-editor/rule-place.js';
import { untyped } from '../../../untyped.js';

const functionOf = (name: string, ...params: readonly string[]): FunctionDescriptor =>
  untyped({ name, params: params.map((one) => ({ name: one })) });
const functions = [functionOf('grok', 'pattern', 'value', 'only_named'), functionOf('lower', 'value', 'locale')];

const rulesOf = parser.configure({ top: 'Rule' });
/** Returns the place at the cursor, without offsets. */
function placeIn(condition: string): object {
  const marked = `rule "r"\nwhen\n  ${condition}\nthen\nend`;
  const at = marked.indexOf('|');
  const text = marked.replace('|', '');
  const place = rulePlaceAt(rulesOf.parse(text), text, at, functions);
  return Object.fromEntries(Object.entries(place).filter(([name]) => name !== 'from' && name !== 'to'));
}
const text = (call: string, parameter: string | undefined) => ({ kind: 'text', call, parameter });
const word = (call: string | undefined, startsArgument: boolean, ...named: readonly string[]) => ({
  ...{ kind: 'word', call, startsArgument, named },
});

const places: Readonly<Record<string, object>> = {
  'grok("|")': text('grok', 'pattern'),
  'grok("a", "|")': text('grok', 'value'),
  'grok("a","|")': text('grok', 'value'),
  'grok("a" , "|")': text('grok', 'value'),
  'grok("a","b","|")': text('grok', 'only_named'),
  'grok("a","b",true,"|")': text('grok', undefined),
  'grok(lower("a","|"),"b")': text('lower', 'locale'),
  'grok(lower("a","b"),"|")': text('grok', 'value'),
  'grok(value:"|",pattern:"a")': text('grok', 'value'),
  'grok(value:"a",pattern:"|")': text('grok', 'pattern'),
  'odd("|")': text('odd', undefined),
  'grok(["|"])': { kind: 'none' },
  'grok("a" + "|")': { kind: 'none' },
  '"|"': { kind: 'none' },
  'has|': word(undefined, false),
  'grok(|)': word('grok', true),
  'grok(pat|)': word('grok', true),
  'grok(value:"a",|)': word('grok', true, 'value'),
  'grok(value:|)': word('grok', false, 'value'),
  'grok("a")|': word(undefined, false),
  '$message.|': { kind: 'field' },
  '$message.took|': { kind: 'field' },
};

for (const [condition, place] of Object.entries(places))
  test(`the construct at the cursor is recognised in ${condition}`, () => {
    assert.deepEqual(placeIn(condition), place);
  });
