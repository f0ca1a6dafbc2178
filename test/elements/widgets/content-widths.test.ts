/** Tests the column widths of a message table: they follow the content within limits, unless the user has set them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ResultMessage } from '../../../elements/widgets/faces.js';
import { gridTemplate, tableColumns } from '../../../elements/widgets/message-table/columns.js';
import { contentWidths } from '../../../elements/widgets/message-table/content-widths.js';

const message = (fields: Readonly<Record<string, unknown>>): ResultMessage => ({
  index: 'i',
  message: fields,
  highlight_ranges: {},
  decoration_stats: null,
});
const config = { fields: ['id', 'path', 'took', 'absent', 'list'], show_message_row: true, show_summary: true };
const types = [{ name: 'took', type: { type: 'long', properties: [], index_names: [] } }];
const widthsOf = (messages: readonly ResultMessage[], chosen: Readonly<Record<string, number>> = {}) => {
  const contents = contentWidths(messages, config.fields);
  const columns = tableColumns(
    { ...config, decorators: [], sort: [] },
    types,
    { layout: 'rows', oneDay: true },
    chosen,
    contents,
  );
  return Object.fromEntries(columns.map(({ field, width }) => [field, width]));
};

test('a column is as wide as its longest value or its name, and leaves room for the others', () => {
  const long = message({ id: 'a', path: 'x'.repeat(30), took: 7, list: ['a'] });
  const widths = widthsOf([message({ id: 'abc', path: '/', took: 1_234_567_890 }), long]);
  assert.equal(widths['id'], 96);
  assert.equal(widths['path'], 242);
  assert.equal(widths['took'], 94);
  assert.equal(widths['absent'], 96);
  assert.equal(widths['list'], 320);
  assert.equal(widthsOf([message({ path: 'x'.repeat(500) })])['path'], 320);
  assert.equal(widthsOf([message({ path: 'x'.repeat(30) })], { path: 70 })['path'], 70);
});

test('a fraction is as wide as its displayed digits', () => {
  const widths = widthsOf([message({ took: 0.000026295329497359 }), message({ took: -272368.23968260194 })]);
  assert.equal(widths['took'], 87);
});

test('a message table keeps column widths when more messages load while scrolling', () => {
  const short = Array.from({ length: 150 }, () => message({ path: '/' }));
  assert.deepEqual(widthsOf([...short, message({ path: 'x'.repeat(40) })]), widthsOf(short));
});

test('the last column takes the free width, also where the message text has a row of its own', () => {
  const tracksOf = (fields: string[]) =>
    gridTemplate(
      tableColumns({ ...config, fields, decorators: [], sort: [] }, types, { layout: 'rows', oneDay: true }),
      { checks: false, digits: 0 },
      true,
    );
  assert.equal(tracksOf(['timestamp', 'source', 'message']), '30px 212px 184px minmax(320px, 1fr)');
  assert.equal(tracksOf(['message', 'source']), '30px minmax(320px, 1fr) minmax(184px, 1fr)');
  assert.equal(tracksOf(['source', 'took']), '30px 184px 112px minmax(0, 1fr)');
});
