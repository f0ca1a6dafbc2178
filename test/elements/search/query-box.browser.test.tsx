import { expect } from '@open-wc/testing';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import { useState } from 'react';
import type { Explanation } from '../../../api/contract/searches.js';
import type { QueryContext } from '../../../api/language/index.js';
import type { Offer } from '../../../elements/search/query/completions.js';
import { queryHistoryOptions, type PastQuery } from '../../../elements/search/query/query-history.js';
import { SearchBar } from '../../../elements/search/bar/search-bar.js';
import { QueryBox } from '../../../elements/search/query/query-box.js';
import { expectAccessible } from '../accessible.js';
import { allByRole, byRole, byText, clickOn, stage, still } from './stage.js';
import { waitUntil } from '../wait.js';

interface Log {
  readonly submitted: string[];
  text: string;
  /** Sets the text from outside the box. */
  put?: (text: string) => void;
}

const values: readonly Offer[] = [
  { kind: 'value', label: 'web-01', meta: '38,210 hits', insert: 'web-01' },
  { kind: 'value', label: '<img src=x onerror="globalThis.hacked=1">', meta: '2 hits', insert: 'web-02' },
];
const names: readonly Offer[] = [
  { kind: 'field', label: 'source', meta: 'string', insert: 'source:' },
  { kind: 'field', label: 'resource', meta: 'string', insert: 'resource:' },
];

interface BoxProps {
  readonly log: Log;
  readonly start: string;
  readonly explanations?: readonly Explanation[];
  readonly upgrade?: boolean;
}

function Box({ log, start, explanations, upgrade = false }: BoxProps) {
  const [text, setText] = useState(start);
  log.put = setText;
  const [refusals, setRefusals] = useState(0);
  const [past, setPast] = useState<readonly PastQuery[]>([
    { query: 'newest query', at: Date.now() },
    { query: 'older query', at: 0 },
    { query: '<img src=x onerror="globalThis.hacked=1">', at: 0 },
  ]);
  return (
    <QueryBox
      value={text}
      onChange={(next) => {
        log.text = next;
        setText(next);
      }}
      onSubmit={() => {
        log.submitted.push(text);
        if (explanations) setRefusals(refusals + 1);
      }}
      history={{
        entries: past,
        current: () => past,
        add: () => undefined,
        remove: (gone) => setPast(past.filter((one) => !queryHistoryOptions.same(one, gone))),
        clear: () => setPast([]),
      }}
      onRun={({ queryString }) => log.submitted.push(queryString)}
      complete={(place: QueryContext) => Promise.resolve(place.kind === 'value' ? values : names)}
      upgrade={upgrade}
      validation={{ status: explanations ? 'error' : 'ok', explanations: explanations ?? [], of: text }}
      refusals={refusals}
    />
  );
}

async function open(start = '', explanations?: readonly Explanation[]) {
  const log: Log = { submitted: [], text: start };
  const { root, remove } = await stage(() => <Box log={log} start={start} {...(explanations && { explanations })} />);
  const input = async () => byRole(root, 'textbox', 'Search query');
  const editor = async () => {
    (await input()).focus();
    await waitUntil(() => root.querySelector('.cm-content')?.checkVisibility(), 'the editor is loaded');
    return input();
  };
  return { log, root, remove, input, editor, put: (text: string) => log.put?.(text) };
}

describe('query input', () => {
  it('is a plain text area before the editor has loaded, and keeps text, cursor and focus afterwards', async () => {
    const { root, input, log, remove } = await open('error');
    const plain = (await input()) as HTMLTextAreaElement;
    expect(plain.tagName).to.equal('TEXTAREA');
    plain.focus();
    plain.setSelectionRange(5, 5);
    await waitUntil(() => root.querySelector('.cm-content')?.checkVisibility(), 'the editor is loaded');
    expect(root.activeElement?.classList.contains('cm-content')).to.equal(true);
    await sendKeys({ type: 's' });
    expect(log.text).to.equal('errors');
    remove();
  });

  it('puts the cursor at the end of an existing query, also after a filter was added', async () => {
    const { root, input, log, remove, put } = await open('source:web');
    (await input()).focus();
    await waitUntil(() => root.querySelector('.cm-content')?.checkVisibility(), 'the editor is loaded');
    await sendKeys({ type: '1' });
    expect(log.text).to.equal('source:web1');
    await sendKeys({ press: 'Home' });
    (await input()).blur();
    put('source:web1 AND level:3');
    await waitUntil(() => root.querySelector('.cm-content')?.textContent === 'source:web1 AND level:3');
    (await input()).focus();
    await sendKeys({ type: '4' });
    expect(log.text).to.equal('source:web1 AND level:34');
    // Setting the same query again keeps the cursor.
    await sendKeys({ press: 'Home' });
    (await input()).blur();
    (await input()).focus();
    await sendKeys({ type: 're' });
    expect(log.text).to.equal('resource:web1 AND level:34');
    // A click sets the cursor position.
    (await input()).blur();
    const line = root.querySelector('.cm-line')?.getBoundingClientRect() ?? new DOMRect();
    await sendMouse({ type: 'click', position: [Math.ceil(line.left) + 1, Math.round(line.top + line.height / 2)] });
    await sendKeys({ type: '+' });
    expect(log.text).to.equal('+resource:web1 AND level:34');
    remove();
  });

  it('submits on Enter and breaks the line on Shift+Enter', async () => {
    const { editor, log, remove } = await open('a');
    await editor();
    await sendKeys({ press: 'End' });
    await sendKeys({ down: 'Shift' });
    await sendKeys({ press: 'Enter' });
    await sendKeys({ up: 'Shift' });
    await sendKeys({ type: 'b' });
    await sendKeys({ press: 'Escape' });
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => log.submitted.length === 1);
    expect(log.submitted).to.deep.equal(['a\nb']);
    remove();
  });

  it('highlights the query', async () => {
    const { root, editor, remove } = await open('source:web AND "x"');
    await editor();
    await waitUntil(() => root.querySelectorAll('.cm-line span').length >= 3);
    remove();
  });

  it('completes field names by Tab and suggests values of the field at once, as text', async () => {
    const { root, editor, log, remove } = await open();
    await editor();
    await sendKeys({ type: 'so' });
    await byRole(root, 'option', /^source/);
    await sendKeys({ press: 'Tab' });
    await waitUntil(() => log.text === 'source:', `the text ${log.text} becomes source:`);
    await byText(root, '38,210 hits');
    expect(root.querySelector('.cm-tooltip img')).to.equal(null);
    await byRole(root, 'option', /^<img src=x/);
    await sendKeys({ press: 'ArrowDown' });
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => log.text === 'source:web-01', `the text ${log.text} becomes source:web-01`);
    expect(log.submitted).to.deep.equal([]);
    expect('hacked' in globalThis).to.equal(false);
    remove();
  });

  it('completes the first word in a fresh editor, even if Tab and Enter are pressed before completion has loaded', async () => {
    const log: Log = { submitted: [], text: '' };
    const { root, remove } = await stage(() => <Box log={log} start="" upgrade />);
    await waitUntil(() => root.querySelector('.cm-content')?.checkVisibility(), 'the editor is loaded');
    (await byRole(root, 'textbox', 'Search query')).focus();
    // The keys follow without a pause, so that nothing can load between them.
    const content = root.querySelector('.cm-content');
    root.ownerDocument.execCommand('insertText', false, 'so');
    await Promise.resolve();
    for (const key of ['Tab', 'Enter']) {
      const code = key === 'Tab' ? 9 : 13;
      const event = new KeyboardEvent('keydown', { key, keyCode: code, bubbles: true, cancelable: true });
      content?.dispatchEvent(event);
      expect(event.defaultPrevented, key).to.equal(true);
    }
    await waitUntil(() => log.submitted.length === 1, `the query ${log.text} is submitted`);
    expect(log.text).to.equal('source:');
    remove();
  });

  it('submits on Enter while suggestions are shown but none is selected', async () => {
    const { root, editor, log, remove } = await open();
    await editor();
    await sendKeys({ type: 'so' });
    await byRole(root, 'option', /^source/);
    expect(root.querySelector('.cm-completing'), 'errors are not marked while completions are offered').not.to.equal(
      null,
    );
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => log.submitted.length === 1);
    expect(root.querySelector('.cm-completing')).to.equal(null);
    expect(log.submitted).to.deep.equal(['so']);
    expect(allByRole(root, 'option')).to.deep.equal([]);
    remove();
  });

  it('announces an error of the query only while no suggestions are shown', async () => {
    const place = { begin_line: 1, begin_column: 0, end_line: 1, end_column: 6 };
    const fault = { error_type: 'QUERY_PARSING_ERROR', error_title: 'Query parsing error', error_message: 'No value' };
    const { root, editor, remove } = await open('source', [{ ...fault, ...place }]);
    await editor();
    const invalid = () => root.querySelector('.cm-content')?.getAttribute('aria-invalid');
    await waitUntil(() => invalid() === 'true', 'the error is announced');
    await sendKeys({ press: 'End' });
    await sendKeys({ type: ':' });
    await byRole(root, 'option', /^web-01/);
    expect(invalid()).to.equal('false');
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => invalid() === 'true', 'the error is announced without suggestions');
    remove();
  });

  it('recalls queries of the history with the arrow keys and returns to the draft', async () => {
    const { editor, log, remove } = await open('draft');
    await editor();
    for (const [key, expected] of [
      ['ArrowUp', 'newest query'],
      ['ArrowUp', 'older query'],
      ['ArrowDown', 'newest query'],
      ['ArrowDown', 'draft'],
    ] as const) {
      await sendKeys({ press: key });
      await waitUntil(() => log.text === expected, `${key} changes the text ${log.text} to ${expected}`);
    }
    remove();
  });

  it('lists the queries of the history, which can be searched, taken over, run and removed, by keyboard too', async () => {
    const { root, editor, log, remove } = await open('x');
    await editor();
    await sendKeys({ down: 'Alt' });
    await sendKeys({ press: 'ArrowDown' });
    await sendKeys({ up: 'Alt' });
    const dialog = await byRole(root, 'dialog', 'Earlier queries');
    const filter = (await byRole(dialog, 'textbox', 'Filter earlier queries')) as HTMLInputElement;
    await waitUntil(() => root.activeElement === filter, 'the filter has the focus');
    await still(dialog);
    await expectAccessible(root.host);
    expect(dialog.querySelector('img')).to.equal(null);
    await sendKeys({ type: 'quer' });
    await waitUntil(() => allByRole(dialog, 'button', /query/).length >= 2);
    await sendKeys({ press: 'ArrowDown' });
    await sendKeys({ press: 'Delete' });
    await waitUntil(() => allByRole(dialog, 'button', /^newest query/).length === 0, 'the query is removed');
    await waitUntil(() => root.activeElement?.textContent?.startsWith('older query'), 'the next query has the focus');
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => log.text === 'older query');
    await waitUntil(() => allByRole(root, 'dialog').length === 0);
    expect(log.submitted).to.deep.equal([]);
    await clickOn(root, 'button', 'Earlier queries');
    await clickOn(root, 'button', 'Search with this query');
    await waitUntil(() => log.submitted.length === 1);
    expect(log.submitted).to.deep.equal(['older query']);
    remove();
  });

  it('underlines errors, explains them when a submit is rejected, and shakes on the next rejected submit', async () => {
    const { root, editor, remove } = await open('foo:bar and baz', [
      {
        error_type: 'INVALID_OPERATOR',
        error_title: 'Invalid operator',
        error_message: 'Query contains invalid operator "and".',
        begin_line: 1,
        begin_column: 8,
        end_line: 1,
        end_column: 11,
        related_property: 'and',
      },
    ]);
    await editor();
    await waitUntil(() => root.querySelector('.cm-finding-error'), 'the error is underlined');
    expect(root.querySelector('.cm-content')?.getAttribute('aria-invalid')).to.equal('true');
    await sendKeys({ press: 'Enter' });
    await byText(root, 'Query contains invalid operator "and".');
    const alert = await byRole(root, 'alert');
    const before = alert.className;
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => alert.className !== before, 'the message shakes again');
    await clickOn(root, 'button', 'Documentation');
    const dialog = await byRole(root, 'dialog', 'Query language');
    expect(dialog.querySelector('[aria-current=true] h3')?.textContent).to.equal('AND, OR, NOT');
    await clickOn(dialog, 'button', 'Close');
    await waitUntil(() => allByRole(root, 'dialog').length === 0);
    remove();
  });

  it('shows errors below the whole bar at phone width, so that the input stays reachable', async () => {
    const explanations = [
      {
        error_type: 'UNDECLARED_PARAMETER',
        error_title: 'Unbound required parameter used',
        error_message: 'Please specify values for the following parameters: host',
      },
    ];
    for (const [width, clear] of [
      [360, true],
      [1000, false],
    ] as const) {
      const log: Log = { submitted: [], text: '' };
      const { root, remove } = await stage(
        () => (
          <SearchBar
            timeRange={null}
            query={<Box log={log} start="source:$host$" explanations={explanations} />}
            search={null}
            controls={<input aria-label="host" style={{ width: '100%', height: 36 }} />}
          />
        ),
        width,
      );
      await clickOn(root, 'button', 'Show the problems of the query');
      const list = await byRole(root, 'group', /./);
      await waitUntil(() => list.getBoundingClientRect().height > 40, 'the list is open');
      const field = await byRole(root, 'textbox', 'host');
      const box = field.getBoundingClientRect();
      const bar = await byRole(root, 'search');
      expect(list.getBoundingClientRect().top >= bar.getBoundingClientRect().bottom).to.equal(clear);
      if (clear) {
        for (const share of [0.05, 0.5, 0.95])
          expect(root.elementFromPoint(box.left + box.width * share, box.top + box.height / 2)).to.equal(field);
      }
      remove();
    }
  });

  it('is accessible', async () => {
    const { root, editor, remove } = await open('source:web');
    await editor();
    await expectAccessible(root.host);
    remove();
  });
});
