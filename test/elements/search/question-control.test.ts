import assert from 'node:assert/strict';
import { test } from 'node:test';
import { questionControl, type AskedQuestion } from '../../../elements/search/question/question-control.js';

/** Returns a control whose state follows the changes that it reports, as on the search page. */
function asking() {
  let asked: AskedQuestion = {};
  const ahead: Parameters<typeof questionControl>[2] = { current: undefined };
  let type: ((text: string) => void) | undefined;
  let buffered: number | undefined;
  let left = false;
  const typed: Parameters<typeof questionControl>[3] = {
    begin: (withinMs) => (buffered = withinMs),
    end: () => (buffered = undefined),
    text: () => '',
    hasLeft: () => left,
    follow: (tell) => {
      tell('');
      type = tell;
      return () => undefined;
    },
  };
  const control = () => questionControl(asked, (changed) => (asked = { ...asked, ...changed }), ahead, typed);
  return {
    control,
    question: () => asked.question,
    type: (text: string) => type?.(text),
    buffered: () => buffered,
    leave: () => (left = true),
  };
}

test('characters typed before the question line has the focus belong to the question', () => {
  const { control, question } = asking();
  assert.equal(control().taken('level:3'), 'level:3');
  assert.equal(control().taken('level:3 | '), 'level:3');
  // The line is not shown yet, so the next characters arrive at the end of the query.
  assert.equal(control().taken('level:3p9'), 'level:3');
  assert.equal(control().taken('level:35(took_ms)'), 'level:3');
  assert.equal(question(), 'p95(took_ms)');
  control().open?.onReached();
  assert.equal(control().taken('level:3 OR level:4'), 'level:3 OR level:4');
  assert.equal(question(), 'p95(took_ms)', 'a later change of the query does not change the question');
});

test('a question typed behind the query while the line is open replaces its text, and the query stays editable', () => {
  const { control, question } = asking();
  control().onOpen();
  control().open?.onReached();
  assert.equal(control().taken('web | count'), 'web');
  assert.equal(question(), 'count');
  assert.equal(control().taken('web-1'), 'web-1');
});

test('keys pressed after the button and before the question line has the focus belong to the question', () => {
  const { control, question, type, buffered } = asking();
  control().onOpen();
  assert.equal(question(), '', 'the line is open');
  assert.equal(buffered(), 10_000, 'the buffer ends even if the line cannot be loaded');
  type('p95');
  assert.equal(question(), 'p95');
  control().open?.onReached();
  assert.equal(buffered(), undefined, 'the line gets the next keys itself');
});

test('a question line takes the focus unless the user has gone elsewhere while it was loading', () => {
  const { control, leave } = asking();
  control().onOpen();
  assert.equal(control().open?.onReached(), true);
  leave();
  assert.equal(control().open?.onReached(), false);
});
