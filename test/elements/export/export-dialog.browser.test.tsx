import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { Suspense } from 'react';
import { ExportDialog } from '../../../elements/export/index.js';
import type { ExportSource } from '../../../machines/export.js';
import { documentOf } from '../../machines/export-fixtures.js';
import { fakeServer, signedIn, type FakeServer } from '../fake-server.js';
import { allByRole, byRole, byText, clickOn, settled, stage } from '../search/stage.js';
import { waitUntil } from '../wait.js';

const range = { type: 'absolute', from: '2026-11-20T10:00:00.000Z', to: '2026-11-20T11:00:00.000Z' } as const;
const job = 'GET /views/search/messages/job/job-1/All-Messages-search-result.csv';
const csv = '"timestamp","source"\n"1","a"\n"2","two\nlines"\n';

/** Returns an export source with one executed table, or with two tables. */
function sourceOf(tables: 1 | 2 = 1): ExportSource {
  const { document, shown, request } = documentOf(range);
  const result = shown.result?.search_types['st-table'];
  if (tables === 1 || !result || !shown.result) return { document, queryId: 'q', shown, request };
  return {
    document,
    queryId: 'q',
    request,
    shown: {
      ...shown,
      widgetMapping: { ...shown.widgetMapping, new: ['st-new'] },
      result: {
        ...shown.result,
        search_types: { ...shown.result.search_types, 'st-new': { ...result, id: 'st-new' } },
      },
    },
  };
}

describe('export dialog', () => {
  let server: FakeServer;
  let saved: { href: string; name: string }[];
  let closed: number;
  const click = HTMLAnchorElement.prototype.click;

  beforeEach(() => {
    saved = [];
    closed = 0;
    HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
      saved.push({ href: this.href, name: this.download });
    };
    server = fakeServer({
      ...signedIn,
      'POST /views/fields': () => [
        { name: 'level', type: { type: 'long', properties: ['numeric'], index_names: [] } },
        { name: 'source', type: { type: 'string', properties: ['enumerable'], index_names: [] } },
      ],
      'POST /views/export/executed/st-table': () =>
        new Response('job-1', { headers: { 'content-type': 'text/plain' } }),
      [job]: () => new Response(csv, { headers: { 'content-type': 'text/csv' } }),
    });
  });
  afterEach(() => {
    server.restore();
    HTMLAnchorElement.prototype.click = click;
  });

  async function open(source = sourceOf()) {
    const { root, remove } = await stage(() => (
      <>
        <button>behind</button>
        <Suspense fallback={null}>
          <ExportDialog source={source} onClose={() => (closed += 1)} />
        </Suspense>
      </>
    ));
    const dialog = await byRole(root, 'dialog');
    // The dialog takes the focus when it opens, so an earlier action would lose the focus again.
    await waitUntil(() => dialog.contains((dialog.getRootNode() as ShadowRoot).activeElement));
    return { root, dialog, remove };
  }
  const fieldsOf = (dialog: HTMLElement): string[] =>
    [...dialog.querySelectorAll('ul[aria-label=Fields] li')].map((row) => row.textContent?.trim() ?? '');

  it('requests the chosen fields in their order and saves the file under the name of the table', async () => {
    const { dialog, remove } = await open();
    await byText(dialog, 'Export all search results');
    expect(fieldsOf(dialog)).to.deep.equal(['timestamp', 'source', 'message']);

    await clickOn(dialog, 'button', 'Remove message');
    const add = await byRole(dialog, 'combobox', 'Add a field');
    add.focus();
    await sendKeys({ type: 'lev' });
    const offered = dialog.getRootNode() as ShadowRoot;
    await waitUntil(() => allByRole(offered, 'option').length === 1, 'only the matching field is shown');
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => fieldsOf(dialog).length === 3);
    (await byRole(dialog, 'button', 'Move level')).focus();
    await sendKeys({ press: 'Home' });
    await waitUntil(() => fieldsOf(dialog)[0] === 'level');
    // The focus moved along with the field.
    await sendKeys({ press: 'ArrowDown' });
    await waitUntil(() => fieldsOf(dialog)[1] === 'level');

    const limit = await byRole(dialog, 'spinbutton', /Messages limit/);
    limit.focus();
    await sendKeys({ type: '0' });
    await byText(dialog, 'Enter a whole number of at least 1, or nothing.');
    const start = () => byRole(dialog, 'button', 'Start Download');
    expect((await start()).getAttribute('aria-disabled')).to.equal('true');
    await sendKeys({ press: 'Backspace' });
    await sendKeys({ type: '25' });
    await waitUntil(async () => (await start()).getAttribute('aria-disabled') === null);
    await sendKeys({ press: 'Enter' });

    await waitUntil(() => closed === 1, 'the dialog closes on success');
    expect(saved.map(({ name }) => name)).to.deep.equal(['All-Messages-search-result.csv']);
    expect(await (await fetchBlob(saved[0]?.href ?? '')).text()).to.equal(csv);
    const [request] = server.to('POST /views/export/executed/st-table');
    expect(request?.headers.get('accept')).to.equal('text/csv');
    expect(JSON.parse(request?.body ?? '')).to.deep.include({
      fields_in_order: ['timestamp', 'level', 'source'],
      limit: 25,
      timerange: range,
      time_zone: 'Europe/Berlin',
      execution_state: { global_override: { keep_queries: ['q'] }, parameter_bindings: {} },
    });
    remove();
  });

  it('offers the choice of the end of a limited export if the server supports both ends', async () => {
    server.restore();
    server = fakeServer({ ...signedIn, 'POST /views/fields': () => [] });
    const { dialog, remove } = await open();
    const end = () => allByRole(dialog, 'combobox').find((one) => one.textContent?.includes('The newest'));
    (await byRole(dialog, 'spinbutton', /Messages limit/)).focus();
    expect(end()).to.equal(undefined);
    await sendKeys({ type: '25' });
    await waitUntil(() => end() !== undefined, 'the end of the export can be chosen');
    const select = end() as HTMLSelectElement;
    expect(select.value).to.equal('oldest');
    select.value = 'newest';
    select.dispatchEvent(new Event('change', { bubbles: true }));
    await clickOn(dialog, 'button', 'Start Download');
    await waitUntil(() => server.to('POST /views/export/executed/st-table').length === 1);
    const [request] = server.to('POST /views/export/executed/st-table');
    expect(JSON.parse(request?.body ?? '')).to.deep.include({ limit: 25, newest: true });
    remove();
  });

  it('requires a field, and a table when there are several', async () => {
    const { dialog, remove } = await open(sourceOf(2));
    const tables = await byRole(dialog, 'list', 'Message tables').catch(() => dialog.querySelector('ul'));
    expect(tables?.querySelectorAll('button').length).to.equal(2);
    expect(allByRole(dialog, 'button', 'Start Download').length).to.equal(0);
    await clickOn(dialog, 'button', /All Messages/);
    for (const field of ['timestamp', 'source', 'message']) {
      await clickOn(dialog, 'button', `Remove ${field}`);
      await settled();
    }
    await byText(dialog, 'At least one field is needed.');
    const start = await byRole(dialog, 'button', 'Start Download');
    start.click();
    expect(start.getAttribute('aria-disabled')).to.equal('true');
    expect(server.to('POST /views/export/executed/st-table').length).to.equal(0);
    await clickOn(dialog, 'button', 'Select different message table');
    await byRole(dialog, 'button', /Untitled Message Table/);
    remove();
  });

  it('shows progress, and aborts the download on Cancel', async () => {
    let cancelled = false;
    let more: (text: string) => void = () => undefined;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        more = (text) => controller.enqueue(new TextEncoder().encode(text));
      },
      cancel: () => {
        cancelled = true;
      },
    });
    server.routes[job] = (call) => {
      call.signal?.addEventListener('abort', () => void body.cancel().catch(() => (cancelled = true)));
      return new Response(body, { headers: { 'content-type': 'text/csv' } });
    };
    const { dialog, remove } = await open();
    await clickOn(dialog, 'button', 'Start Download');
    const bar = await byRole(dialog, 'progressbar', 'Downloading All-Messages-search-result.csv');
    more(csv);
    await waitUntil(() => bar.getAttribute('aria-valuetext') === '2 of 12 messages', 'the progress is announced');
    expect(bar.getAttribute('aria-valuenow')).to.equal('16');
    await clickOn(dialog, 'button', 'Cancel download');
    await byText(dialog, 'Output format');
    await waitUntil(() => cancelled, 'reading the response is aborted');
    expect([saved.length, closed]).to.deep.equal([0, 0]);
    remove();
  });

  it('shows the error and keeps the settings', async () => {
    server.routes['POST /views/export/executed/st-table'] = () =>
      new Response(JSON.stringify({ type: 'ApiError', message: 'no such stream' }), { status: 403 });
    const { root, dialog, remove } = await open();
    await clickOn(dialog, 'button', 'Remove message');
    await clickOn(dialog, 'button', 'Start Download');
    await byText(root, 'Export for widget failed');
    await byText(root, 'no such stream');
    expect(fieldsOf(dialog)).to.deep.equal(['timestamp', 'source']);
    expect([saved.length, closed]).to.deep.equal([0, 0]);
    remove();
  });

  it('shows that there is nothing to export before the first search', async () => {
    const { dialog, remove } = await open({ ...sourceOf(), shown: undefined });
    await byText(dialog, 'Nothing was searched yet.');
    remove();
  });
});

/** Reads a blob by XMLHttpRequest, because the global `fetch` belongs to the fake server. */
async function fetchBlob(url: string): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.responseType = 'blob';
    request.onload = () => resolve(request.response as Blob);
    request.onerror = reject;
    request.open('GET', url);
    request.send();
  });
}
