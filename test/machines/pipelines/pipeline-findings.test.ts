/** Tests that errors in pipelines are found at their places, and that fixes correct them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applied } from '../../../machines/pipelines/finding.js';
import { pipelineFindings } from '../../../machines/pipelines/pipeline-findings.js';

const table: readonly (readonly [
  source: string,
  kind: string | undefined,
  place: string,
  title: RegExp,
  mended?: string,
])[] = [
  ['pipeline "p" stage 0 match all rule "parse"; end', undefined, '', /^/],
  ['pipeline "p" stage 0 match some end', 'error', 'some', /"some" is not expected here/],
  ['pipeline "p" stage 0 match all', 'error', '', /ends too early/],
  [
    'pipeline "p" stage 0 match all stage 0 match pass end',
    'error',
    '0',
    /the number 0 is taken/,
    'pipeline "p" stage 0 match all stage 1 match pass end',
  ],
  [
    'pipeline "p" stage 0 match all rule "pars" end',
    'warning',
    '"pars"',
    /there is no rule "pars"/,
    'pipeline "p" stage 0 match all rule "parse" end',
  ],
  ['pipeline "p" stage 0 match all rule "parse" rule "parse" end', 'hint', '"parse"', /stands twice in stage 0/],
];
for (const [source, kind, place, title, mended] of table)
  test(`the pipeline ${source} has ${kind ? `one finding of the kind ${kind}` : 'no finding'}`, () => {
    const [first, ...others] = pipelineFindings(source, ['parse', 'drop']);
    assert.deepEqual(others, []);
    assert.equal(first?.kind, kind);
    if (!first) return;
    assert.equal(source.slice(first.from, first.to), place);
    assert.match(first.title, title);
    assert.equal(first.fix && applied(source, first.fix), mended);
  });

test('a rule of a pipeline has no finding while the names of the existing rules are unknown', () => {
  assert.deepEqual(pipelineFindings('pipeline "p" stage 0 match all rule "x" end', undefined), []);
});
