import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FieldType, Parameter } from '../../../../api/contract/searches.js';
import { resolveBindings } from '../../../../host/server/search/bindings.js';
import { validateQueries } from '../../../../host/server/search/validate.js';

const field = (name: string, type: string): FieldType => ({ name, type: { type, properties: [], index_names: [] } });
const fields = [
  field('source', 'string'),
  field('level', 'long'),
  field('took', 'double'),
  field('timestamp', 'date'),
  field('ip', 'ip'),
];

function validate(queries: string | string[], parameters: Parameter[] = [], bound: Record<string, unknown> = {}) {
  return validateQueries(typeof queries === 'string' ? [queries] : queries, {
    fields,
    bindings: resolveBindings(parameters, bound),
    settings: { allowLeadingWildcard: false },
    now: 0,
  });
}

describe('validation', () => {
  it('valid queries have no findings', () => {
    const good = [
      '',
      '*',
      'foo',
      'source:a AND level:>3',
      'level:[1 TO *]',
      'level:"3"',
      'took:1.5',
      'timestamp:"2024-03-01 10:00:00.000"',
      'timestamp:[now-1h TO now]',
      'ip:10.0.0.1',
      'ip:"10.0.0.0/8"',
      '_exists_:level',
      'level:*',
      'level:3*',
      '*:foo',
      '_id:x',
      'sou\\*:x',
    ];
    for (const query of good) assert.deepEqual(validate(query), { status: 'OK' }, query);
  });

  it('only the first refused patterns are reported', () => {
    const { status, explanations = [] } = validate(
      Array.from({ length: 700 }, (_unused, n) => `/a**${n}/`).join(' OR '),
    );
    assert.equal(status, 'ERROR');
    assert.equal(explanations.length, 10);
    assert.deepEqual(new Set(explanations.map(({ error_type: type }) => type)), new Set(['QUERY_PARSING_ERROR']));
    assert.deepEqual([explanations[0]?.begin_column, explanations[9]?.begin_column], [0, 90]);
  });

  it('the example of the contract has the response of the contract', () => {
    assert.deepEqual(validate('foo:bar and baz'), {
      status: 'WARNING',
      explanations: [
        {
          error_type: 'UNKNOWN_FIELD',
          error_title: 'Unknown field',
          error_message: 'Query contains unknown field: foo',
          begin_line: 1,
          begin_column: 0,
          end_line: 1,
          end_column: 3,
          related_property: 'foo',
        },
        {
          error_type: 'INVALID_OPERATOR',
          error_title: 'Invalid operator',
          error_message:
            'Query contains invalid operator "and". All AND / OR / NOT operators have to be written uppercase',
          begin_line: 1,
          begin_column: 8,
          end_line: 1,
          end_column: 11,
          related_property: 'and',
        },
      ],
    });
  });

  it('a syntax error is explained with the text up to its position', () => {
    const { status, explanations = [] } = validate('source:a AND');
    assert.equal(status, 'ERROR');
    assert.equal(
      explanations[0]?.error_message,
      'Cannot parse query, cause: incomplete query, query ended unexpectedly',
    );
    assert.equal(explanations[0].error_type, 'QUERY_PARSING_ERROR');
    assert.deepEqual(
      [explanations[0].begin_line, explanations[0].begin_column, explanations[0].end_line, explanations[0].end_column],
      [1, 0, 1, 9],
    );
    assert.ok(!('related_property' in explanations[0]));
    const ends: [query: string, line: number, column: number][] = [
      ['foo bar AND', 1, 8],
      ['foo bar AND  ', 1, 8],
      ['foo bar OR NOT', 1, 11],
      ['one\ntwo AND', 2, 4],
      ['(source:a', 1, 8],
      ['source:"a b" AND (', 1, 17],
      ['level:[1 TO', 1, 9],
      ['NOT', 1, 3],
    ];
    for (const [query, line, column] of ends) {
      const [found] = validate(query).explanations ?? [];
      assert.deepEqual([found?.end_line, found?.end_column], [line, column], query);
    }
    assert.match(validate('*foo').explanations?.[0]?.error_message ?? '', /first character/);
    assert.match(validate('source:/(/').explanations?.[0]?.error_message ?? '', /not a regular expression/);
    assert.deepEqual(validate('one\ntwo)').explanations?.[0]?.end_line, 2);
  });

  it('every occurrence of an unknown field is reported with its position', () => {
    const { explanations = [] } = validate('foo:1 AND\n foo:2 AND _exists_:bar');
    assert.deepEqual(
      explanations.map((found) => [found.related_property, found.begin_line, found.begin_column, found.end_column]),
      [
        ['foo', 1, 0, 3],
        ['foo', 2, 1, 4],
        ['bar', 2, 20, 23],
      ],
    );
  });

  it('a value that does not fit the type of its field is reported', () => {
    const wrong: [query: string, message: string][] = [
      ['level:abc', 'Type of level is long, cannot use value abc'],
      ['level:1.5', 'Type of level is long, cannot use value 1.5'],
      ['level:[1 TO x]', 'Type of level is long, cannot use value x'],
      ['level:>x', 'Type of level is long, cannot use value x'],
      ['took:abc', 'Type of took is double, cannot use value abc'],
      ['timestamp:yesterday', 'Type of timestamp is date, cannot use value yesterday'],
      ['ip:web', 'Type of ip is ip, cannot use value web'],
    ];
    for (const [query, message] of wrong) {
      const { status, explanations = [] } = validate(query);
      assert.equal(status, 'WARNING');
      assert.deepEqual(
        explanations.map((found) => found.error_message),
        [message],
      );
    }
  });

  it('undeclared parameters are reported', () => {
    const declared: Parameter[] = [
      { type: 'value-parameter-v1', name: 'optional', optional: true },
      { type: 'value-parameter-v1', name: 'standard', default_value: 'x' },
      { type: 'value-parameter-v1', name: 'required' },
    ];
    assert.equal(validate('source:$optional$ source:$standard$', declared).status, 'OK');
    assert.deepEqual(validate('source:$unknown$ "$unknown$"', declared), { status: 'OK' });
    const missing = validate('source:$required$ "$required$"', declared);
    assert.equal(missing.status, 'ERROR');
    assert.deepEqual(
      missing.explanations?.map((found) => found.error_message),
      ['Unbound required parameter used: required', 'Unbound required parameter used: required'],
    );
    assert.equal(validate('level:$required$', declared, { required: { type: 'value', value: 3 } }).status, 'OK');
    const blank = validate('source:$required$', declared, { required: { type: 'value', value: ' ' } });
    assert.deepEqual([blank.status, blank.explanations?.[0]?.error_type], ['WARNING', 'EMPTY_PARAMETER']);
  });

  it('errors of the filter are reported without positions', () => {
    const { status, explanations = [] } = validate(['source:a', 'nope:b']);
    assert.equal(status, 'WARNING');
    assert.deepEqual([explanations[0]?.related_property, explanations[0]?.begin_line], ['nope', null]);
  });
});
