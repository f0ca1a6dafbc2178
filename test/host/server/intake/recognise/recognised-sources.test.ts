import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RecognisedSources } from '../../../../../host/server/intake/recognise/recognised-sources.js';

describe('recognised formats of an input', () => {
  it('a recognised format is new only once, however many senders use it', () => {
    const recognised = new RecognisedSources();
    let news = 0;
    for (let at = 0; at < 10_000; at += 1) if (recognised.add(`sender ${at % 2_000}`, 'syslog')) news += 1;
    assert.equal(news, 1);
    assert.ok(recognised.add('sender 1', 'logfmt'));
    assert.deepEqual(recognised.list().slice(0, 2), [
      { source: 'sender 1', format: 'logfmt' },
      { source: 'sender 1999', format: 'syslog' },
    ]);
    recognised.clear();
    assert.ok(recognised.add('sender 1', 'logfmt'));
  });
});
