import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { incoming, newWorld } from './engine-world.js';
import { compileRule } from '../../../../host/server/pipelines/compile.js';
import { Evaluation } from '../../../../host/server/pipelines/evaluation.js';
import { messageOf } from '../../../../host/server/pipelines/incoming.js';
import type { FieldValue } from '../../../../host/server/store/types.js';

const conditions = [
  'has_field("f")',
  'not has_field("f")',
  'has_field("f", clone_message())',
  ...['==', '!='].flatMap((operator) => [
    `to_string($message.f) ${operator} "6"`,
    `to_string($message.f, "6") ${operator} "6"`,
    `$message.f ${operator} "6"`,
    `$message.f ${operator} 6`,
  ]),
  ...['==', '!=', '<', '<=', '>', '>='].flatMap((operator) => [
    `to_long($message.f) ${operator} 6`,
    `to_long($message.f, 7) ${operator} 6`,
    `to_long($message.f) ${operator} 9007199254740993`,
  ]),
];

const values: readonly (FieldValue | undefined)[] = [
  ...[undefined, 6, 7, -6, 6.5, '6', '7', 'x', true, 2 ** 31, 9_007_199_254_740_993n],
];

describe('optimised conditions', () => {
  it('optimised conditions give the same result as the general evaluation, which traced rules use', async () => {
    const world = newWorld();
    const results = new Set<string>();
    for (const [at, condition] of conditions.entries()) {
      await world.rule(`rule ${at}`, condition);
      const document = world.engine.sources.rules.get(`rule ${at}`);
      const checked = document && world.engine.sources.parsedRule(document).checked;
      assert.ok(checked, condition);
      const direct = compileRule(checked).condition;
      const general = compileRule(checked, true).condition;
      for (const value of values) {
        const run = (test: typeof direct): boolean =>
          test(
            new Evaluation(
              messageOf(incoming(value === undefined ? {} : { f: value }), () => 'id', 'node'),
              world.engine.rooms,
            ),
          );
        assert.equal(run(direct), run(general), `${condition} has the same result with ${String(value)}`);
        results.add(`${condition} ${run(direct)}`);
      }
    }
    assert.ok(results.size > conditions.length * 1.5, 'Most conditions hold for some values and not for others.');
  });
});
