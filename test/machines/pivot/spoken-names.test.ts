import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { spokenName } from '../../../machines/pivot/spoken-name.js';

describe('names of metrics for people', () => {
  const cases: [text: string, name: string | null, expected: string][] = [
    ['count()', null, 'count'],
    ['percentile(took_ms,95)', null, 'p95 took_ms'],
    ['percentile(took_ms,99.9)', null, 'p99.9 took_ms'],
    ['percentile(took_ms,)', '', 'p0 took_ms'],
    ['avg(size (kB))', null, 'avg size (kB)'],
    ['max(a,b)', null, 'max a,b'],
    ['avg(took_ms)', 'Average (all)', 'Average (all)'],
    ['count(where level:<=3)', null, 'count(level:<=3)'],
    ['formula(count(level:<=3) / count() * 100)', null, 'count(level:<=3) / count() * 100'],
    ['custom', null, 'custom'],
  ];
  for (const [text, name, expected] of cases)
    it(`${text} is ${expected}`, () => assert.equal(spokenName({ function: text, config: { name } }), expected));
});
