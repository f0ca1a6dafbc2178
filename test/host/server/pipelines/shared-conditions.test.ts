import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newWorld } from './engine-world.js';

const unset = '$message.mark == "set"';

/**
 * Two rules have the same condition. The actions of the first rule decide whether the condition still holds for the
 * second rule.
 */
const cases: readonly (readonly [condition: string, actions: string, holdsAgain: boolean])[] = [
  ['has_field("a")', '', true],
  ['has_field("a")', 'set_field("b", 1);', true],
  ['has_field("a")', 'remove_field("a");', false],
  ['has_field("a")', 'remove_field("[a-c]");', false],
  ['has_field("a")', 'rename_field("a", "z");', false],
  ['has_field("a")', 'let name = "a"; remove_field(name);', false],
  ['has_field("a")', 'normalize_fields();', true],
  ['has_field("A")', 'normalize_fields();', false],
  ['has_field("a")', 'remove_single_field("a");', false],
  ['to_string($message.a) == "1"', 'set_field("a", 2);', false],
  ['to_string($message.a) == "1"', 'set_field(" a ", 2);', false],
  ['to_string($message.a) == "1"', 'set_field(field: "", value: 2, suffix: "a");', true],
  ['to_string($message.a) == "1"', 'set_field(field: "x", value: 2, prefix: "");', true],
  ['to_string($message.ab) == "1"', 'set_field(field: "a", value: 2, suffix: "b");', false],
  ['to_string($message.a) == "1"', 'set_fields({a: 2});', false],
  ['to_string($message.a) == "1"', 'let copy = clone_message(); set_field(field: "a", value: 2, message: copy);', true],
  ['to_string($message.`a`) == "1"', 'rename_field(old_field: "ab", new_field: "a");', true],
  ['not has_field("gl2_processing_error")', 'set_field("b", to_long("x") / 0);', false],
  [unset, 'set_field("mark", "other");', false],
  ['to_string($message.timestamp) != "x"', 'set_field("timestamp", now());', true],
  ['$message.source == "test"', 'set_field("source", "else");', false],
  ['regex("^t", to_string($message.message)).matches == true', 'set_field("message", "no");', false],
];

describe('a condition that two rules share', () => {
  for (const [condition, actions, holdsAgain] of cases)
    it(`the condition ${condition} ${holdsAgain ? 'holds' : 'no longer holds'} after ${actions || 'no action'}`, async () => {
      const world = newWorld();
      await world.rule('first', condition, actions);
      await world.rule('second', condition, 'set_field("second", "ran");');
      await world.pipeline('P', 'stage 0 match pass rule "first" stage 1 match pass rule "second"');
      const [message] = await world.run({ a: 1, A: 1, ab: 1, mark: 'set' });
      assert.equal(message?.fields['second'] === 'ran', holdsAgain);
      assert.equal(world.engine.figures.rule('second').matched.total, holdsAgain ? 1 : 0);
    });

  it('a shared condition is evaluated for each message, and counted for each rule and stage', async () => {
    const world = newWorld();
    await world.rule('one', '$message.level == 3', 'set_field("x", 1);');
    await world.rule('two', '$message.level == 3', 'set_field("y", 1);');
    await world.pipeline('P', 'stage 0 match pass rule "one" rule "two"');
    await world.pipeline('Q', 'stage 1 match pass rule "one"');
    await world.rule('one', 'to_long($message.level) == 3', 'set_field("x", 1);');
    await world.rule('two', 'to_long($message.level) == 3', 'set_field("y", 1);');
    const seen = [];
    for (const level of [3, 4, 3]) seen.push(Object.keys((await world.run({ level }))[0]?.fields ?? {}).join());
    assert.deepEqual(seen, ['level,x,y', 'level', 'level,x,y']);
    const { figures } = world.engine;
    const counts = [figures.rule('one'), figures.rulePlace('one', 'P', 0), figures.rulePlace('one', 'Q', 1)];
    assert.deepEqual(
      counts.map(({ matched, notMatched, executed }) => [matched.total, notMatched.total, executed.total]),
      [
        [4, 2, 4],
        [2, 1, 2],
        [2, 1, 2],
      ],
    );
  });

  it('a shared condition is evaluated again after a rule changed a map in a field', async () => {
    const world = newWorld();
    const condition = 'to_string(to_map($message.m).k) == "v"';
    await world.rule('make', 'true', 'set_field("m", to_map(parse_json("{\\"k\\": \\"v\\"}")));');
    await world.rule('first', condition, 'let changed = map_set(to_map($message.m), "k", "w"); set_field("b", "x");');
    await world.rule('second', condition, 'set_field("second", "ran");');
    await world.pipeline('P', 'stage 0 match pass rule "make" stage 1 match pass rule "first"');
    await world.pipeline('Q', 'stage 2 match pass rule "second"');
    const [message] = await world.run();
    assert.equal(message?.fields['b'], 'x');
    assert.equal(message?.fields['second'], String(message?.fields['m']).includes('"v"') ? 'ran' : undefined);
  });
});
