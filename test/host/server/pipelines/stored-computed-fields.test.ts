/** Rules and extractors that are made from computed fields store the same values that searches have shown. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { draftedValues, requestOf } from '../../../../elements/admin/extractors/extractor-form.js';
import { defaultGrokPatterns } from '../../../../host/server/grok/default-patterns.js';
import { makeExtract } from '../../../../host/server/intake/extractors/make-extract.js';
import { makeConvert } from '../../../../host/server/intake/extractors/converter-types.js';
import { ruleGrok } from '../../../../host/server/pipelines/grok-values.js';
import { extractorOfComputed } from '../../../../machines/computed-extractor.js';
import { ruleOfComputed, type ComputedField } from '../../../../machines/computed-fields.js';
import { newWorld, type World } from './engine-world.js';

const line = 'POST /cart took 80.5 ms user="eve x", via=proxy';
const common = { source: 'message' } as const;
type Row = readonly [field: ComputedField, text: string, value: unknown];
const rows: readonly Row[] = [
  [{ ...common, name: 'path', kind: 'regex', pattern: '^(?<verb>[A-Z]+) (?<p>\\S+)', capture: 'p' }, line, '/cart'],
  [{ ...common, name: 'took', kind: 'regex', pattern: 'took (\\S+)', number: true }, line, 80.5],
  [{ ...common, name: 'took', kind: 'regex', pattern: 'user=(\\S+)', number: true }, line, undefined],
  [{ ...common, name: 'ms', kind: 'grok', pattern: 'took %{NUMBER:took} ms', number: true }, line, 80.5],
  [{ ...common, name: 'v', kind: 'grok', pattern: '^%{WORD:verb} %{NOTSPACE:p}', capture: 'p' }, line, '/cart'],
  [{ ...common, name: 'who', kind: 'key_value', pattern: 'user' }, line, 'eve x'],
  [{ ...common, name: 'hop', kind: 'key_value', pattern: 'via' }, line, 'proxy'],
  [{ ...common, name: 'user_name', kind: 'json', pattern: 'user.name' }, '{"user":{"name":"ada"}}', 'ada'],
];
const patternOf = (name: string): string | undefined => defaultGrokPatterns.get(name);

let world: World;
before(() => {
  world = newWorld({
    grok: {
      has: (name) => defaultGrokPatterns.has(name),
      compile: (pattern, namedCapturesOnly) => ruleGrok(pattern, patternOf, namedCapturesOnly),
    },
  });
});

test('a rule made from a computed field sets the computed value, as a number if the field is numeric', async () => {
  for (const [field, text, value] of rows) {
    await world.source('r', ruleOfComputed(field).replace(/^rule ".*"/, 'rule "r"'));
    await world.pipeline('P', 'stage 0 match pass rule "r"');
    const [message] = await world.run({}, undefined, text);
    assert.equal(message?.fields[field.name], value, `${field.kind} ${field.name}`);
    assert.equal(message?.fields['gl2_processing_error'], undefined);
  }
});

test('an extractor made from a computed field by its form extracts the computed value', () => {
  for (const [field, text, value] of rows) {
    const { type, field: source, ...draft } = extractorOfComputed(field);
    const request = requestOf({ type, field: source, order: 0 }, draftedValues(type, JSON.stringify(draft)));
    assert.equal(request.title, `${field.name} from message`);
    const extracted = makeExtract(type, request.extractor_config ?? {}, patternOf)(text);
    const found = extracted.find(({ target = request.target_field }) => target === field.name)?.value;
    const numbers = request.converters.map((one) => makeConvert(one.type, one.config ?? {}));
    const [converted = found] = typeof found === 'string' ? numbers.map((convert) => convert(found, 0)) : [];
    // The converter of an extractor leaves a text that is no number as it is.
    assert.equal(converted, value ?? '"eve', `${field.kind} ${field.name}`);
  }
});
