/** Tests the details of an extractor in the list: every statistic, at its own label. */
import { expect } from '@open-wc/testing';
import { extractorsPages } from '../../../../elements/admin/extractors/pages.js';
import { byText, clickOn } from '../../search/stage.js';
import { administration } from '../admin-page.js';

/** Returns statistics of which each has another value, counted from `first`. */
const timer = (first: number) => ({
  rate: { total: first, mean: 1, one_minute: first + 1, five_minute: first + 2, fifteen_minute: first + 3 },
  rate_unit: 'events/second',
  time: {
    '95th_percentile': first + 4,
    '98th_percentile': first + 5,
    '99th_percentile': first + 6,
    std_dev: first + 7,
    mean: first + 8,
    min: first + 9,
    max: first + 10,
  },
  duration_unit: 'microseconds',
});
const extractor = (more: object) => ({
  ...{ id: 'e1', title: 'Codes', type: 'regex', cursor_strategy: 'copy', source_field: 'message' },
  ...{ target_field: 'code', extractor_config: { regex_value: '(\\d+)' }, creator_user_id: 'ada', converters: [] },
  ...{ condition_type: 'string', condition_value: 'HTTP', order: 0, exceptions: 31, converter_exceptions: 41 },
  metrics: {
    total: timer(100),
    condition: timer(200),
    execution: timer(300),
    converters: timer(400),
    condition_hits: 51,
    condition_misses: 61,
  },
  ...more,
});
let shown: object;
const admin = administration(extractorsPages, () => {
  shown = extractor({});
  return {
    'GET /system/inputs/i1': () => ({
      ...{ id: 'i1', title: 'Web', name: 'Syslog', type: 't', attributes: {}, static_fields: {} },
    }),
    'GET /system/inputs/i1/extractors': () => ({ total: 1, extractors: [shown] }),
  };
});
const open = async (): Promise<ShadowRoot> => {
  const { root } = await admin.open('/system/inputs/n1/i1/extractors');
  await clickOn(root, 'button', /^Details/);
  await byText(root, 'Total invocations');
  return root;
};

it('the details of an extractor show each of its figures at its label', async () => {
  const root = await open();
  const terms = [...root.querySelectorAll('dt')].map((term) => [
    term.textContent,
    term.nextElementSibling?.textContent,
  ]);
  expect(Object.fromEntries(terms)).to.deep.include({
    'Total invocations': '100',
    '1 minute average': '101 per second',
    '5 minute average': '102 per second',
    '15 minute average': '103 per second',
    Hits: '51',
    Misses: '61',
    Failures: '31',
    'Failures of converters': '41',
  });
  const rows = [...root.querySelectorAll('tr')].map((row) => [...row.children].map((cell) => cell.textContent));
  expect(rows).to.deep.equal([
    ['Time in µs', '95th', '98th', '99th', 'Std. dev.', 'Mean', 'Min', 'Max'],
    ['Total time', '104', '105', '106', '107', '108', '109', '110'],
    ['Condition', '204', '205', '206', '207', '208', '209', '210'],
    ['Execution', '304', '305', '306', '307', '308', '309', '310'],
    ['Converters', '404', '405', '406', '407', '408', '409', '410'],
  ]);
});

for (const [kind, text] of [
  ['string', 'Only messages whose field contains “HTTP”'],
  ['regex', 'Only messages whose field matches the regular expression HTTP'],
] as const)
  it(`the details of an extractor with a condition of the type ${kind} name the condition`, async () => {
    shown = extractor({ condition_type: kind });
    await byText(await open(), text);
  });
