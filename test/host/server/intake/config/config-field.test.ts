import assert from 'node:assert/strict';
import { test } from 'node:test';
import { configField } from '../../../../../host/server/intake/config/config-field.js';
import { cefFields } from '../../../../../host/server/intake/types/config-fields.js';

test('a configuration field calls a default that is a function each time it is read, and computes choices once', () => {
  let [defaults, choices] = [0, 0];
  const field = configField('dropdown', 'Zone', '', () => (defaults += 1), {
    values: () => ({ computed: String((choices += 1)) }),
  });
  assert.deepEqual([defaults, choices], [0, 0], 'nothing is computed before it is read');
  assert.deepEqual([field.default_value, field.default_value], [1, 2]);
  assert.deepEqual(
    [field.additional_info, field.additional_info].map(({ values }) => values),
    [{ computed: '1' }, { computed: '1' }],
  );
});

test('the default time zone of CEF inputs is the time zone that the server has when the default is read', (context) => {
  const before = process.env['TZ'];
  context.after(() => {
    if (before === undefined) delete process.env['TZ'];
    else process.env['TZ'] = before;
  });
  for (const zone of ['Asia/Tokyo', 'Europe/Berlin']) {
    process.env['TZ'] = zone;
    assert.equal(cefFields['timezone']?.default_value, zone);
  }
});
