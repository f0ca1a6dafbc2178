/** Tests that changes of a pipeline's source keep its comments and its formatting. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  addStage,
  changeStage,
  moveRule,
  moveStage,
  newPipelineSource,
  removeStage,
  renamePipeline,
  renameRule,
} from '../../../machines/pipelines/pipeline-edits.js';
import { ruleNameOf } from '../../../api/pipeline-language/index.js';
import { isRuleName, readPipeline } from '../../../machines/pipelines/pipeline-text.js';

const shop = `// owned by ops
pipeline "Shop" /* not "Store" */

// clean up
stage 0 match either // first
    rule "parse";   // nginx
    // probes
    rule "drop"

/* routing */
STAGE 10 MATCH All
rule "route";
end // rule "parse"
`;

describe('reading a pipeline', () => {
  it('finds title, stages, match modes and rule names', () => {
    const read = readPipeline(shop);
    assert.equal(read?.title, 'Shop');
    assert.deepEqual(
      read?.stages.map(({ stage, match, rules }) => [stage, match, rules.map(({ name }) => name)]),
      [
        [0, 'EITHER', ['parse', 'drop']],
        [10, 'ALL', ['route']],
      ],
    );
  });

  for (const [name, text] of [
    ['without a stage', 'pipeline "x" end'],
    ['with text after its end', 'pipeline "x" stage 0 match all end end'],
    ['with an unknown match mode', 'pipeline "x" stage 0 match some end'],
    ['with a stage that has no number', 'pipeline "x" stage match all end'],
    ['with an unclosed string', 'pipeline "x stage 0 match all end'],
    ['that is a rule', 'rule "x" when true end'],
    ['that is empty', ''],
  ] as const) {
    it(`rejects a text ${name}`, () => assert.equal(readPipeline(text), undefined));
  }

  it('reads a negative stage number and a raw escape in a name', () => {
    const read = readPipeline('pipeline "a\\"b" stage -5 match pass rule "c\\"d" end');
    assert.equal(read?.title, 'a\\"b');
    assert.equal(read?.stages[0]?.stage, -5);
    assert.equal(read?.stages[0]?.rules[0]?.name, 'c\\"d');
  });
});

describe('changing a pipeline', () => {
  it('writes a new pipeline that can be read back', () => {
    assert.deepEqual(
      readPipeline(newPipelineSource('New'))?.stages.map(({ stage, match }) => [stage, match]),
      [[0, 'EITHER']],
    );
  });

  it('renames only the pipeline', () => {
    assert.equal(renamePipeline(shop, 'Market'), shop.replace('"Shop"', '"Market"'));
  });

  it('renames every reference to a rule, but no comment', () => {
    assert.equal(
      renameRule(shop, 'parse', 'parse access log'),
      shop.replace('rule "parse";   //', 'rule "parse access log";   //'),
    );
    assert.equal(renameRule(shop, 'gone', 'x'), shop);
  });

  it('changes the match mode and the number of a stage without moving the stage', () => {
    const changed = changeStage(shop, 10, { stage: 20, match: 'PASS', rules: ['route'] });
    assert.equal(changed, shop.replace('STAGE 10 MATCH All', 'STAGE 20 MATCH pass'));
  });

  it('reverses the order of rules and keeps the comments of each', () => {
    const changed = changeStage(shop, 0, { stage: 0, match: 'EITHER', rules: ['drop', 'parse'] });
    assert.equal(
      changed,
      shop.replace(
        '    rule "parse";   // nginx\n    // probes\n    rule "drop"\n',
        '    // probes\n    rule "drop"\n    rule "parse";   // nginx\n',
      ),
    );
  });

  it('adds and removes rules', () => {
    const changed = changeStage(shop, 0, { stage: 0, match: 'EITHER', rules: ['parse', 'mask'] }) ?? '';
    assert.equal(changed, shop.replace('    // probes\n    rule "drop"\n', '  rule "mask";\n'));
    assert.deepEqual(
      readPipeline(changed)?.stages[0]?.rules.map(({ name }) => name),
      ['parse', 'mask'],
    );
  });

  it('adds a stage before the one with the next higher number, above the comment of that stage, or at the end', () => {
    const added = { stage: 5, match: 'PASS', rules: ['mask'] } as const;
    assert.equal(
      addStage(shop, added),
      shop.replace('/* routing */', 'stage 5 match pass\n  rule "mask";\n/* routing */'),
    );
    assert.equal(
      addStage(shop, { ...added, stage: 99 }),
      shop.replace('end // rule', 'stage 99 match pass\n  rule "mask";\nend // rule'),
    );
    assert.deepEqual(
      readPipeline(addStage('pipeline "x" stage 0 match all end', added) ?? '')?.stages.map(({ stage }) => stage),
      [0, 5],
    );
  });

  it('removes a stage with the comments that belong to it', () => {
    assert.equal(removeStage(shop, 10), shop.replace('/* routing */\nSTAGE 10 MATCH All\nrule "route";\n', ''));
    assert.equal(removeStage(shop, 11), undefined);
  });

  for (const [what, move, expected] of [
    ['to the start of another stage', { name: 'drop', from: 0, to: 10, index: 0 }, [['parse'], ['drop', 'route']]],
    ['to the end of another stage', { name: 'parse', from: 0, to: 10, index: 9 }, [['drop'], ['route', 'parse']]],
    ['down in its own stage', { name: 'parse', from: 0, to: 0, index: 1 }, [['drop', 'parse'], ['route']]],
    ['up in its own stage', { name: 'drop', from: 0, to: 0, index: 0 }, [['drop', 'parse'], ['route']]],
    ['to an earlier stage', { name: 'route', from: 10, to: 0, index: 1 }, [['parse', 'route', 'drop'], []]],
  ] as const) {
    it(`moves a rule ${what} without losing a comment`, () => {
      const moved = moveRule(shop, move) ?? '';
      assert.deepEqual(
        readPipeline(moved)?.stages.map(({ rules }) => rules.map(({ name }) => name)),
        expected,
      );
      for (const comment of ['// first', '// nginx', '// probes', '/* routing */']) assert.ok(moved.includes(comment));
      assert.equal(moved.length, shop.length);
    });
  }

  it('moves the second of two rules with the same name', () => {
    const twice = 'pipeline "x" stage 0 match all rule "a"; /* 1 */ rule "b"; rule "a"; /* 2 */ stage 1 match pass end';
    const moved = moveRule(twice, { name: 'a', at: 2, from: 0, to: 0, index: 1 });
    assert.equal(moved, twice.replace(' /* 1 */ rule "b"; rule "a";', ' rule "a"; /* 1 */ rule "b";'));
    assert.deepEqual(
      readPipeline(moveRule(twice, { name: 'a', at: 9, from: 0, to: 1, index: 0 }) ?? '')?.stages[0]?.rules.length,
      2,
    );
  });

  it('moves a stage with its comments, and keeps the numbers in order', () => {
    const moved = moveStage(shop, 10, 0) ?? '';
    assert.equal(
      moved,
      `// owned by ops
pipeline "Shop" /* not "Store" */

/* routing */
STAGE 0 MATCH All
rule "route";

// clean up
stage 10 match either // first
    rule "parse";   // nginx
    // probes
    rule "drop"
end // rule "parse"
`,
    );
    assert.equal(moveStage(moved, 0, 1), shop);
    assert.equal(moveStage(shop, 0, 0), shop);
    assert.equal(moveStage(shop, 7, 0), undefined);
  });

  it('moves stages of a text on one line, out of order, and with a comment at the end of a line', () => {
    const read = (text: string | undefined) =>
      readPipeline(text ?? '')?.stages.map(({ stage, rules }) => [stage, ...rules.map(({ name }) => name)]);
    const line = 'pipeline "x" stage 5 match all rule "a"; stage -1 match pass rule "b" end';
    assert.deepEqual(read(moveStage(line, 5, 0)), [
      [5, 'b'],
      [-1, 'a'],
    ]);
    const comment = 'pipeline "x"\nstage 0 match all rule "a" // why\nstage 1 match pass rule "b" end';
    assert.deepEqual(read(moveStage(comment, 0, 1)), [
      [0, 'b'],
      [1, 'a'],
    ]);
  });

  it('changes a pipeline on a single line as well', () => {
    const line = 'pipeline "x" stage 0 match all rule "a"; rule "b"; stage 1 match pass rule "c" end';
    const moved = moveRule(line, { name: 'b', from: 0, to: 0, index: 0 }) ?? '';
    assert.equal(moved, 'pipeline "x" stage 0 match all rule "b"; rule "a"; stage 1 match pass rule "c" end');
  });
});

describe('the names of rules and pipelines', () => {
  it('the title of a rule is found behind comments', () => {
    assert.equal(ruleNameOf('// x\nRULE "slow requests"\nwhen'), 'slow requests');
    assert.equal(ruleNameOf('pipeline "x"'), undefined);
    assert.equal(ruleNameOf('rule "x'), undefined);
    assert.equal(ruleNameOf('rule /* of */ "x" when fal((('), 'x');
    assert.equal(ruleNameOf('end rule "x" when true end'), undefined);
  });

  it('a name cannot contain characters that are invalid between quotes', () => {
    assert.deepEqual(['a b', 'a"b', 'a\\b', 'a\nb', ' '].map(isRuleName), [true, false, false, false, false]);
  });
});
