/** Tests the menus that create an extractor from a field of a message, against a server in the page. */
import { expect } from '@open-wc/testing';
import type { InputSummary } from '../../../../api/contract/inputs.js';
import { StartSection } from '../../../../elements/admin/extractors/start-section.js';
import { deepActiveElement } from '../../../../elements/element/document-proxy.js';
import { expectAccessible } from '../../accessible.js';
import { fakeServer, signedIn, type FakeServer } from '../../fake-server.js';
import { allByRole, byRole, clickOn, stage, still } from '../../search/stage.js';
import { waitUntil } from '../../wait.js';

const inputId = '64b5f0a1c2d3e4f5a6b7c8d9';
const other = '64b5f0a1c2d3e4f5a6b7c8da';
const types = [
  'Copy input',
  'Grok pattern',
  'JSON',
  'Lookup Table',
  'Regular expression',
  'Replace with regular expression',
  'Split & Index',
  'Substring',
];

let server: FakeServer;
let stored: Record<string, unknown>;
beforeEach(() => {
  stored = { _id: 'M', message: 'GET /cart', took_ms: 35, timestamp: '2026-01-01T00:00:00.000Z' };
  server = fakeServer({
    ...signedIn,
    'GET /search/universal/relative': () => ({
      messages: [{ index: 'messages_0', message: { ...stored, streams: [] } }],
      total_results: 1,
    }),
  });
});
afterEach(() => server.restore());

async function loaded(width?: number) {
  const input = { id: inputId, title: 'Syslog', name: 'Syslog TCP' } as InputSummary;
  const staged = await stage(() => <StartSection input={input} place={{ inputId, nodeId: 'node-1' }} />, width);
  await clickOn(staged.root, 'button', 'Create extractor');
  await clickOn(staged.root, 'button', 'Load message');
  return staged;
}
const menuOf = (root: ShadowRoot, field: string) =>
  byRole(root, 'button', new RegExp(`^Select extractor type: .?${field}.?$`));
const entries = async (root: ShadowRoot) => {
  await byRole(root, 'menuitem');
  return allByRole(root, 'menuitem');
};

describe('every field of the loaded message', () => {
  it('has a menu of all extractor types, which link to the page of a new extractor', async () => {
    const { root, host, remove } = await loaded();
    const routes: string[] = [];
    host.addEventListener('log-navigate', (event) => {
      event.preventDefault();
      routes.push((event as CustomEvent<{ route: string }>).detail.route);
    });
    const button = await menuOf(root, 'message');
    button.focus();
    button.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, composed: true }));
    const offered = await entries(root);
    expect(offered.map(({ textContent }) => textContent)).to.deep.equal(types);
    await waitUntil(() => deepActiveElement(document) === offered[0], 'the first entry has the focus');
    const [grok] = offered.slice(1);
    const route =
      `/system/inputs/node-1/${inputId}/extractors/new` +
      '?extractor_type=grok&field=message&example_index=messages_0&example_id=M';
    expect(grok?.getAttribute('href')).to.contain(route);
    grok?.click();
    await waitUntil(() => routes.length > 0);
    expect(routes).to.deep.equal([route]);
    remove();
  });

  it('explains why fields with a time or without text offer no extractor', async () => {
    const { root, remove } = await loaded();
    for (const field of ['took_ms', 'timestamp']) {
      const button = await menuOf(root, field);
      button.click();
      const offered = await entries(root);
      expect(offered.map((entry) => [entry.textContent, entry.getAttribute('aria-disabled')])).to.deep.equal([
        ['Extractors can be used on fields that hold text only', 'true'],
      ]);
      button.click();
      await waitUntil(() => allByRole(root, 'menuitem').length === 0);
    }
    remove();
  });

  it('links to the input that received the message', async () => {
    Object.assign(stored, { gl2_source_input: other, gl2_source_node: 'node-2' });
    const { root, remove } = await loaded();
    (await menuOf(root, 'message')).click();
    const [first] = await entries(root);
    expect(first?.getAttribute('href')).to.contain(`/system/inputs/node-2/${other}/extractors/new?`);
    remove();
  });

  it('fits on a phone, and names its menus', async () => {
    Object.assign(stored, { a_rather_long_name_of_a_field_that_somebody_chose: 'x'.repeat(200) });
    const { root, host, remove } = await loaded(360);
    const button = await menuOf(root, 'a_rather_long_name_of_a_field_that_somebody_chose');
    const { left, right } = button.getBoundingClientRect();
    const around = host.getBoundingClientRect();
    expect(
      left >= around.left && right <= around.right,
      `the menu is within the window, from ${left} to ${right}`,
    ).to.equal(true);
    const region = await byRole(root, 'region', 'The message that was loaded');
    expect(region.scrollWidth).to.be.at.most(region.clientWidth);
    await still(host);
    await expectAccessible(host);
    remove();
  });
});
