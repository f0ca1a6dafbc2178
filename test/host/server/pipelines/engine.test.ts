import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { keptErrors } from '../../../../host/server/pipelines/error-book.js';
import type { RuleFigures } from '../../../../host/server/pipelines/figures.js';
import { noLookupTables } from '../../../../host/server/pipelines/lookup-access.js';
import { threadCpuMs } from '../../../../host/server/pipelines/thread-cpu.js';
import { defaultStream, incoming, instant, newWorld, type World } from './engine-world.js';

const figures = ({ executed, failed, matched, notMatched }: RuleFigures) => ({
  executed: executed.total,
  failed: failed.total,
  matched: matched.total,
  notMatched: notMatched.total,
});

async function only(world: World, ...given: Parameters<World['run']>) {
  const results = await world.run(...given);
  assert.equal(results.length, 1);
  const [result] = results;
  assert.ok(result);
  return result;
}

async function threeRules(): Promise<World> {
  const world = newWorld();
  await world.rule('r1', 'true', 'set_field("a", 1);');
  await world.rule('r2', 'false', 'set_field("b", 1);');
  await world.rule('r3', 'true', 'set_field("c", 1);');
  return world;
}

describe('stages', () => {
  const modes: readonly (readonly [stages: string, fields: readonly string[]])[] = [
    ['stage 0 match all rule "r1" rule "r2" stage 1 match all rule "r3"', ['a']],
    ['stage 0 match either rule "r1" rule "r2" stage 1 match all rule "r3"', ['a', 'c']],
    ['stage 0 match either rule "r2" stage 1 match all rule "r3"', []],
    ['stage 0 match pass rule "r2" stage 1 match all rule "r3"', ['c']],
    ['stage 0 match all stage 1 match either stage 2 match all rule "r3"', ['c']],
    ['stage 0 match all rule "missing" stage 1 match pass rule "r3"', []],
    ['stage 0 match either rule "missing" rule "r1" stage 1 match pass rule "r3"', ['a', 'c']],
    ['stage 0 match all rule "r1" stage 0 match all rule "r3"', ['a']],
  ];
  for (const [stages, fields] of modes)
    it(`the stages ${stages} set ${fields.join(' and ') || 'no field'}`, async () => {
      const world = await threeRules();
      await world.pipeline('P', stages);
      assert.deepEqual(Object.keys((await only(world)).fields), fields);
    });

  it('all conditions of a stage are evaluated before any action', async () => {
    const world = newWorld();
    await world.rule('r1', 'true', 'set_field("x", 1);');
    await world.rule('r2', 'has_field("x")', 'set_field("y", 1);');
    await world.pipeline('P', 'stage 0 match pass rule "r1" rule "r2"');
    assert.deepEqual(Object.keys((await only(world)).fields), ['x']);
    await world.pipeline('P', 'stage 0 match pass rule "r1" stage 1 match pass rule "r2"');
    assert.deepEqual(Object.keys((await only(world)).fields), ['x', 'y']);
  });

  it('stages run in ascending order across all pipelines of the streams, each pipeline once', async () => {
    const world = newWorld();
    for (const name of ['p0', 'q5', 'p10'])
      await world.rule(name, 'true', `set_field("order", to_string($message.order) + "${name} ");`);
    await world.pipeline('P', 'stage 10 match all rule "p10" stage 0 match all rule "p0"', [defaultStream, 'other']);
    await world.pipeline('Q', 'stage 5 match all rule "q5"');
    const { fields } = await only(world, {}, [defaultStream, 'other']);
    assert.equal(fields['order'], 'p0q5p10');
  });

  it('the running stage of a dropped message is completed, no further stage runs, and the message is not stored', async () => {
    const world = newWorld();
    await world.rule('r1', 'true', 'drop_message();');
    await world.rule('r2', 'true', 'set_field("a", 1);');
    await world.rule('r3', 'true', 'set_field("b", 1);');
    await world.pipeline('P', 'stage 0 match all rule "r1" rule "r2" stage 1 match all rule "r3"');
    assert.deepEqual(await world.run(), []);
    assert.equal(figures(world.engine.figures.rule('r2')).executed, 1);
    assert.equal(figures(world.engine.figures.rule('r3')).matched, 0);
  });
});

describe('errors', () => {
  it('an error in an action ends the rule and the stage, keeps earlier changes, and is recorded in the message', async () => {
    const world = newWorld();
    await world.rule('bad', 'true', '\nset_field("a", 1); set_field("b", base16_decode("zz")); set_field("c", 1);');
    await world.rule('next', 'true', 'set_field("d", 1);');
    await world.rule('later', 'true', 'set_field("e", 1);');
    await world.pipeline('P', 'stage 0 match all rule "bad" rule "next" stage 1 match all rule "later"');
    const { fields } = await only(world, { before: 'x' });
    assert.deepEqual(Object.keys(fields).sort(), ['a', 'before', 'e', 'gl2_processing_error']);
    assert.match(
      String(fields['gl2_processing_error']),
      /^Error evaluating action for rule <bad\/bad> \(pipeline <P\/P>\) - In call to function 'base16_decode' at 2:34 an exception was thrown: /,
    );
    assert.deepEqual(figures(world.engine.figures.rule('bad')), { executed: 0, failed: 1, matched: 1, notMatched: 0 });
  });

  it('an error in a condition ends the evaluation of the stage’s conditions; rules that matched before run completely', async () => {
    const world = newWorld();
    await world.rule('first', 'true', 'set_field("a", 1); set_field("b", 1);');
    await world.rule('bad', '1 / to_long("0") == 1', 'set_field("c", 1);');
    await world.rule('last', 'true', 'set_field("d", 1);');
    await world.pipeline(
      'P',
      'stage 0 match either rule "first" rule "bad" rule "last" stage 1 match pass rule "first"',
    );
    const { fields } = await only(world);
    assert.deepEqual(Object.keys(fields).sort(), ['a', 'b', 'gl2_processing_error']);
    assert.match(
      String(fields['gl2_processing_error']),
      /^Error evaluating condition .* - At 1:16 an exception was thrown/,
    );
  });

  it('errors are recorded per rule, the newest first, with message, place and values', async () => {
    const world = newWorld();
    await world.rule(
      'bad',
      'true',
      'set_field("x", substring(to_string($message.n), 1) + regex_replace("a", to_string($message.n), to_string($message.r)));',
    );
    await world.rule('worse', 'true', 'let n = to_long($message.n); set_field("x", 10 / n);');
    await world.pipeline('P', 'stage 3 match all rule "worse"');
    for (let index = 0; index <= keptErrors; index += 1) await world.run({ n: 0, index });
    const { total, errors } = world.engine.errors.of('worse');
    assert.equal(total, keptErrors + 1);
    assert.equal(errors.length, keptErrors);
    const [newest] = errors;
    assert.equal(newest?.message['index'], keptErrors);
    assert.deepEqual(
      {
        phase: newest?.phase,
        stage: newest?.stage,
        line: newest?.line,
        at: newest?.position_in_line,
        values: newest?.values,
      },
      {
        phase: 'action',
        stage: 3,
        line: 1,
        at: 72,
        values: [
          { name: 'left', value: '10' },
          { name: 'right', value: '0' },
        ],
      },
    );
  });

  it('a rule with an error in its source never matches, and an invalid pipeline does nothing', async () => {
    const world = await threeRules();
    await world.rule('broken', 'nonsense(', '');
    await world.pipeline('P', 'stage 0 match pass rule "broken" rule "r1"');
    await world.pipeline('Q', 'stage zero');
    assert.deepEqual(Object.keys((await only(world)).fields), ['a']);
  });
});

describe('budgets', () => {
  it('a rule whose values grow too large is suspended until it is changed, and its messages are kept', async () => {
    const world = newWorld();
    const doubled = Array.from({ length: 30 }, () => 'let a = a + a;').join(' ');
    await world.rule('big', 'true', `let a = to_string($message.message); ${doubled} set_field("a", a);`);
    await world.rule('good', 'true', 'set_field("ok", 1);');
    await world.pipeline('P', 'stage 0 match pass rule "big" stage 1 match pass rule "good"');
    for (let count = 0; count < 6; count += 1) {
      const { fields } = await only(world);
      assert.equal(fields['ok'], 1);
      assert.equal('gl2_processing_error' in fields, count < 5);
    }
    assert.deepEqual(
      world.suspended.map(({ ruleId }) => ruleId),
      ['big'],
    );
    await world.rule('big', 'true', 'set_field("a", 1);');
    assert.equal((await only(world)).fields['a'], 1);
    assert.ok(world.lines.includes('released big'));
  });
});

describe('the time of a message', () => {
  it('rules that take too long are aborted and finally suspended', async () => {
    const answer = { single_value: 'v', multi_value: null, string_list_value: null, has_error: false };
    let calls = 0;
    const busy = () => {
      calls += 1;
      // The loop uses the CPU time of the thread, because wall-clock time includes the time of other programs.
      for (const end = threadCpuMs() + 20; threadCpuMs() < end;);
      return answer;
    };
    const world = newWorld({ lookups: { ...noLookupTables, lookup: busy } });
    const slow = Array.from({ length: 64 }, (_, at) => `let x${at} = lookup_value("t", "${at}");`).join(' ');
    await world.rule('slow', 'true', slow);
    await world.rule('good', 'true', 'set_field("ok", 1);');
    await world.pipeline('P', 'stage 0 match pass rule "good" stage 1 match pass rule "slow"');
    for (let count = 0; count < 5 && world.suspended.length === 0; count += 1) {
      calls = 0;
      const { fields } = await only(world);
      assert.equal(fields['ok'], 1);
      assert.match(String(fields['gl2_processing_error']), /take too long/);
      assert.ok(calls < 64, 'the rule is aborted before all its calls have run');
    }
    assert.deepEqual(
      world.suspended.map(({ ruleId }) => ruleId),
      ['slow'],
    );
    assert.equal('gl2_processing_error' in (await only(world)).fields, false);
  });

  it('only CPU time of the thread counts towards the time limit of a message', async () => {
    const answer = { single_value: 'v', multi_value: null, string_list_value: null, has_error: false };
    const asleep = new Int32Array(new SharedArrayBuffer(4));
    let calls = 0;
    // Sleeping simulates that other programs use the CPU.
    const idle = () => {
      calls += 1;
      Atomics.wait(asleep, 0, 0, 20);
      return answer;
    };
    const world = newWorld({ lookups: { ...noLookupTables, lookup: idle } });
    const slow = Array.from({ length: 32 }, (_, at) => `let x${at} = lookup_value("t", "${at}");`).join(' ');
    await world.rule('slow', 'true', slow);
    await world.pipeline('P', 'stage 0 match pass rule "slow"');
    for (let count = 0; count < 6; count += 1)
      assert.equal('gl2_processing_error' in (await only(world)).fields, false);
    assert.equal(calls, 6 * 32);
    assert.deepEqual(world.suspended, []);
  });
});

describe('streams', () => {
  const all = [
    { id: 's1', title: 'S' },
    { id: 's2', title: 'S' },
  ];

  it('routing changes the streams of a message; pipelines of new streams run afterwards, each pair once', async () => {
    const world = newWorld({ all });
    await world.rule(
      'route',
      'true',
      'set_field("runs", to_string($message.runs) + "x"); route_to_stream(name: "S", remove_from_default: true);',
    );
    await world.rule(
      'on stream',
      'true',
      'set_field("seen", to_string($message.seen) + "y"); route_to_stream(id: "s1");',
    );
    await world.pipeline('P', 'stage 0 match all rule "route"');
    await world.pipeline('Q', 'stage 0 match all rule "on stream"', ['s1', 's2']);
    const { fields, streams } = await only(world);
    assert.deepEqual({ ...fields, streams }, { runs: 'x', seen: 'y', streams: ['s1', 's2'] });
  });

  it('routing to unknown or paused streams does not change the streams of a message', async () => {
    const world = newWorld({ all });
    await world.rule(
      'route',
      'true',
      'route_to_stream(name: "s", remove_from_default: true); route_to_stream(id: "none");',
    );
    await world.pipeline('P', 'stage 0 match all rule "route"');
    assert.deepEqual((await only(world)).streams, [defaultStream]);
  });

  it('a message that is removed from its last stream gets into the default stream', async () => {
    const world = newWorld({ all });
    await world.rule('leave', 'true', 'remove_from_stream(id: "s1");');
    await world.pipeline('P', 'stage 0 match all rule "leave"', ['s1']);
    assert.deepEqual((await only(world, {}, ['s1'])).streams, [defaultStream]);
  });
});

describe('messages that rules make', () => {
  const clones: readonly (readonly [
    name: string,
    when: string,
    then: string,
    fields: Record<string, number>,
    messages: number,
    matches: number,
  ])[] = [
    ['a rule that clones each clone ends after 100 clones', 'true', 'clone_message();', {}, 101, 101],
    [
      'a rule with preventLoops clones a message, but not the clone',
      'true',
      'clone_message(preventLoops: true);',
      {},
      2,
      2,
    ],
    [
      'a rule that marks its two clones does not clone them',
      'not has_field("cloned")',
      'let a = clone_message(); set_field(field: "cloned", value: "true", message: a); let b = clone_message(); set_field(field: "cloned", value: "true", message: b);',
      {},
      3,
      1,
    ],
    [
      'a rule that counts down from 5 makes five clones',
      'to_long($message.cycle) > 0',
      'let c = clone_message(); set_field(field: "cycle", value: to_long($message.cycle) - 1, message: c);',
      { cycle: 5 },
      6,
      5,
    ],
    [
      'a rule that counts down from 110 ends after 100 clones',
      'to_long($message.cycle) > 0',
      'let c = clone_message(); set_field(field: "cycle", value: to_long($message.cycle) - 1, message: c);',
      { cycle: 110 },
      101,
      101,
    ],
    [
      'a rule that counts down from 110 with preventLoops: false makes 110 clones',
      'to_long($message.cycle) > 0',
      'let c = clone_message(preventLoops: false); set_field(field: "cycle", value: to_long($message.cycle) - 1, message: c);',
      { cycle: 110 },
      111,
      110,
    ],
    [
      'a rule that clones endlessly with preventLoops: false ends after 1,000 clones',
      'true',
      'clone_message(preventLoops: false);',
      {},
      1001,
      1001,
    ],
  ];
  for (const [name, when, then, fields, messages, matches] of clones)
    it(name, async () => {
      const world = newWorld();
      await world.rule('clone', when, then);
      await world.pipeline('P', 'stage 0 match all rule "clone"');
      const results = await world.run(fields);
      assert.equal(results.length, messages);
      assert.equal(world.engine.figures.rule('clone').matched.total, matches);
    });

  it('a created message is in the default stream and processed by no pipeline', async () => {
    const world = newWorld();
    await world.rule('create', 'true', 'create_message("new", "synthetic");');
    await world.pipeline('P', 'stage 0 match all rule "create"');
    const [first, second] = await world.run();
    assert.equal(first?.message, 'test');
    assert.deepEqual(
      { message: second?.message, source: second?.source, streams: second?.streams, timestamp: second?.timestamp },
      { message: 'new', source: 'synthetic', streams: [defaultStream], timestamp: instant },
    );
    assert.equal(world.engine.figures.rule('create').matched.total, 1);
  });
});

describe('values of stored fields', () => {
  it('stored fields keep 64-bit integers exactly, dates as text, and lists and maps as JSON', async () => {
    const world = newWorld();
    await world.rule(
      'values',
      'true',
      'set_fields({long: 9007199254740993 + 1, double: 0.5, list: ["a", 1], map: {a: true}, date: to_date($message.timestamp)}); set_field("message", "changed"); set_field("timestamp", to_date($message.timestamp) + hours(1));',
    );
    await world.pipeline('P', 'stage 0 match all rule "values"');
    const { fields, message, timestamp } = await only(world);
    assert.deepEqual(
      { ...fields },
      {
        long: 9007199254740994n,
        double: 0.5,
        list: '["a",1]',
        map: '{"a":true}',
        date: '2010-07-30T16:03:25.000Z',
      },
    );
    assert.equal(message, 'changed');
    assert.equal(timestamp, instant + 3_600_000);
  });

  it('a message that is stored as a field value becomes a short text', async () => {
    const world = newWorld();
    await world.rule('itself', 'true', 'set_field("a", [$message]); set_field("b", $message);');
    await world.pipeline('P', 'stage 0 match all rule "itself"');
    const { fields } = await only(world);
    assert.match(String(fields['a']), /^\["source: test \| message: test/);
    assert.match(String(fields['b']), /^source: test \| message: test/);
  });

  it('the result is the received message object if no rule changes it', async () => {
    const world = newWorld();
    await world.rule('read', 'has_field("a")', '');
    await world.pipeline('P', 'stage 0 match all rule "read"');
    const message = incoming({ a: 1 });
    assert.equal((await world.engine.process([message]))[0], message);
    const elsewhere = incoming({}, ['elsewhere']);
    assert.equal((await world.engine.process([elsewhere]))[0], elsewhere);
  });

  it('changes of rules, pipelines and connections apply to the next message', async () => {
    const world = newWorld();
    await world.rule('r', 'true', 'set_field("v", 1);');
    await world.pipeline('P', 'stage 0 match all rule "r"');
    assert.equal((await only(world)).fields['v'], 1);
    await world.rule('r', 'true', 'set_field("v", 2);');
    assert.equal((await only(world)).fields['v'], 2);
    await world.engine.sources.connections.delete(defaultStream);
    assert.deepEqual((await only(world)).fields, {});
  });
});

describe('waiting', () => {
  it('a statement that waits for a lookup is evaluated again when the response arrives; other messages continue', async () => {
    const answer = { single_value: 'found', multi_value: null, string_list_value: null, has_error: false };
    let requests = 0;
    let pending = 0;
    let mostPending = 0;
    const later = async () => {
      requests += 1;
      pending += 1;
      mostPending = Math.max(mostPending, pending);
      await new Promise((resolve) => setTimeout(resolve, 20));
      pending -= 1;
      return answer;
    };
    const world = newWorld({ lookups: { ...noLookupTables, lookup: later } });
    await world.rule(
      'look',
      'lookup_value("t", "k") == "found"',
      'set_field("a", lookup_value("t", "k2")); set_field("b", lookup_value("t", "k"));',
    );
    await world.pipeline('P', 'stage 0 match all rule "look"');
    const results = await world.engine.process(Array.from({ length: 20 }, () => incoming()));
    assert.equal(results.length, 20);
    for (const { fields } of results) assert.deepEqual({ ...fields }, { a: 'found', b: 'found' });
    // Each message looks up each of its two keys once.
    assert.equal(requests, 40);
    assert.equal(mostPending, 20, 'all messages wait concurrently for their lookups');
    assert.equal(world.engine.figures.rule('look').matched.total, 20);
  });
});
