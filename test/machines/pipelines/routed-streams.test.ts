/** Tests which streams the rules of pipelines route messages to. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { routedStreams } from '../../../machines/pipelines/routed-streams.js';

const streams = [
  { id: 's1', title: 'Errors' },
  { id: 's2', title: 'Audit' },
  { id: 's3', title: 'Audit' },
];
const pipelines = [
  { id: 'p1', stages: [{ rules: ['route'] }, { rules: ['gone'] }] },
  { id: 'p2', stages: [{ rules: ['route'] }] },
];
const targets = (then: string): readonly string[] =>
  [...routedStreams(pipelines, [{ title: 'route', source: `rule "route"\nwhen\n  true\nthen\n${then}\nend` }], streams)]
    .map(([id, by]) => `${id} ${[...by].join()}`)
    .sort();

const cases: readonly (readonly [then: string, ids: readonly string[]])[] = [
  ['route_to_stream("Errors");', ['s1']],
  ['route_to_stream(name: "Errors", remove_from_default: true);', ['s1']],
  ['route_to_stream(name: "Audit");', ['s2', 's3']],
  ['route_to_stream(id: "s2");', ['s2']],
  ['route_to_stream(name: "Errors", id: "s2");', ['s2']],
  ['let to = "Errors";\nroute_to_stream(to);', ['s1']],
  ['route_to_stream(name: "Errors");\nroute_to_stream(id: "s3");', ['s1', 's3']],
  ['route_to_stream("errors");', []],
  ['route_to_stream(concat("Err", "ors"));', []],
  ['remove_from_stream("Errors");', []],
  ['// route_to_stream("Errors");', []],
  ['route_to_stream("Errors"', []],
];

for (const [then, ids] of cases)
  test(`${JSON.stringify(then)} routes to ${ids.join(', ') || 'no known stream'}`, () =>
    assert.deepEqual(
      targets(then),
      ids.map((id) => `${id} p1,p2`),
    ));

test('a rule that no pipeline uses routes nothing', () =>
  assert.equal(
    routedStreams(
      [{ id: 'p1', stages: [{ rules: [] }] }],
      [{ title: 'route', source: 'rule "route" when true then route_to_stream("Errors"); end' }],
      streams,
    ).size,
    0,
  ));
