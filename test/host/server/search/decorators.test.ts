import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Decorator, MessageFields } from '../../../../api/contract/searches.js';
import { builtInDecorators, decorate, decoratorTypes } from '../../../../host/server/search/decorators.js';

const never = (error: unknown): void => assert.fail(String(error));
async function one(message: MessageFields, ...decorators: Decorator[]) {
  const given = {
    message: { _id: '1', ...message },
    index: 'messages_0',
    highlight_ranges: null,
    decoration_stats: null,
  };
  const [found] = await decorate([given], decorators, builtInDecorators, never);
  assert.ok(found);
  return found;
}
const severity: Decorator = {
  type: decoratorTypes.syslogSeverity,
  config: { source_field: 'level', target_field: 'severity' },
};
const format = (config: Record<string, unknown>): Decorator => ({ type: decoratorTypes.formatString, config });
const link: Decorator = { type: decoratorTypes.link, config: { link_field: 'url' } };

describe('decorators', () => {
  it('the severity decorator names syslog severities', async () => {
    assert.equal((await one({ level: 3 }, severity)).message['severity'], 'Error (3)');
    assert.equal((await one({ level: '7' }, severity)).message['severity'], 'Debug (7)');
    assert.equal((await one({ level: 0 }, severity)).message['severity'], 'Emergency (0)');
    for (const level of [8, -1, 'x', undefined])
      assert.equal('severity' in (await one({ level }, severity)).message, false);
  });

  it('the format decorator combines fields to a text', async () => {
    const config = { format_string: '${source} - ${message}${none}', target_field: 'message' };
    assert.equal((await one({ source: 'web', message: 'hi' }, format(config))).message['message'], 'web - hi');
    const strict = await one({ source: 'web', message: 'hi' }, format({ ...config, require_all_fields: true }));
    assert.equal(strict.message['message'], 'hi');
    assert.equal(
      (await one({ message: 'a', n: 5 }, format({ format_string: '${n}${message}', target_field: 'x' }))).message['x'],
      '5a',
    );
  });

  it('the link decorator creates links only for web addresses', async () => {
    assert.deepEqual((await one({ url: 'https://example.org/x?y=1' }, link)).message['url'], {
      type: 'a',
      href: 'https://example.org/x?y=1',
    });
    for (const url of [
      'javascript:alert(1)',
      'data:text/html,x',
      'see https://example.org',
      'https://a b',
      'http://"><script>',
      5,
    ]) {
      assert.deepEqual((await one({ url }, link)).message['url'], url);
    }
  });

  it('decorators run in order and report the changed fields', async () => {
    const found = await one(
      { level: 3, message: 'hi', source: 'web' },
      { ...format({ format_string: '${severity}: ${message}', target_field: 'message' }), order: 2 },
      { ...severity, order: 1 },
    );
    assert.deepEqual(found.decoration_stats, {
      added_fields: { severity: 'Error (3)' },
      changed_fields: { message: { before: 'hi', after: 'Error (3): hi' } },
      removed_fields: {},
    });
    assert.equal((await one({ level: 3 })).decoration_stats, null);
    assert.deepEqual((await one({ level: 9 }, severity)).decoration_stats, {
      added_fields: {},
      changed_fields: {},
      removed_fields: {},
    });
  });

  it('no message is changed if a decorator fails', async () => {
    const errors: unknown[] = [];
    const failing = new Map(builtInDecorators).set('broken', () => {
      throw new Error('no');
    });
    const given = { message: { _id: '1', level: 3 }, index: 'i', highlight_ranges: null, decoration_stats: null };
    const found = await decorate([given], [severity, { type: 'broken', config: {} }], failing, (error) =>
      errors.push(error),
    );
    assert.deepEqual(found, [given]);
    assert.equal(errors.length, 1);
  });
});
