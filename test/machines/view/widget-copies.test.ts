import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyDashboard } from '../../../machines/view/transfer.js';
import { duplicateWidget } from '../../../machines/view/widget-copies.js';
import { queryIds } from '../../../machines/view/document.js';
import { countingIds } from '../fixtures.js';

test('a missing widget cannot be duplicated', () => {
  const ids = countingIds();
  const document = emptyDashboard({ createdAt: '2026-11-20T10:00:00.000Z' }, ids);
  const [page = ''] = queryIds(document);
  assert.throws(
    () => duplicateWidget(document, page, 'gone', ids),
    /Unable to duplicate widget: no widget with id gone/,
  );
});
