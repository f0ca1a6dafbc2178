/** Tests what the welcome page offers before there are any messages, depending on what the user may do. */
import { expect } from '@open-wc/testing';
import { RoutesContext } from '../../../elements/element/routes-context.js';
import { WelcomePage } from '../../../elements/welcome/index.js';
import { fakeServer, signedIn, type FakeServer } from '../fake-server.js';
import { stage } from '../search/stage.js';
import { waitUntil } from '../wait.js';

const routes = new Set(['/search', '/welcome', '/dashboards', '/system/inputs']);
const hasRoute = (route: string): boolean => routes.has(route);
const input = {
  id: 'gelf',
  state: 'RUNNING',
  listening: { address: '0.0.0.0', port: 12202 },
  message_input: {
    id: 'gelf',
    type: 'org.graylog2.inputs.gelf.http.GELFHttpInput',
    title: 'GELF HTTP',
    attributes: {},
  },
};
const emptyPage = { lastOpened: [], favorites: [], recentActivity: [], total: 0, count: 0, page: 1, per_page: 5 };

let server: FakeServer;
let messages: number;
let inputs: readonly (typeof input)[];

async function opened(permissions: readonly string[]) {
  server.routes['GET /users/*'] = () => ({ id: 'u1', username: 'ada', permissions, timezone: 'UTC' });
  const staged = await stage(() => (
    <RoutesContext value={hasRoute}>
      <WelcomePage hasRoute={hasRoute} />
    </RoutesContext>
  ));
  const { root } = staged;
  await waitUntil(() => root.querySelector('[aria-label="Recent Activity"] p'), 'the boxes are shown');
  const titles = () => [...root.querySelectorAll('section')].map((section) => section.getAttribute('aria-label'));
  const region = (title: string) => root.querySelector<HTMLElement>(`section[aria-label="${title}"]`);
  const names = (title: string) =>
    [...(region(title)?.querySelectorAll('a, button') ?? [])].map(
      (control) => control.getAttribute('aria-label') ?? control.textContent,
    );
  return { ...staged, titles, region, names };
}

describe('the welcome page without messages', () => {
  beforeEach(() => {
    messages = 0;
    inputs = [input];
    server = fakeServer({
      ...signedIn,
      'GET /startpage/*': () => emptyPage,
      'GET /favorites': () => emptyPage,
      'GET /system/inputstates': () => ({ states: inputs }),
      'GET /system/inputs': () => ({ inputs: [], total: 0 }),
      'GET /dashboards': () => ({ elements: [], total: 0 }),
      'POST /views/search/sync': () => ({
        results: { any: { search_types: { message: { type: 'messages', total_results: messages, messages: [] } } } },
      }),
    });
  });
  afterEach(() => server.restore());

  it('begins with the steps to a first message, and says when the message has arrived', async () => {
    const { root, titles, region, names, remove } = await opened(['*']);
    await waitUntil(() => region('Send a first message'), 'the steps are shown');
    expect(titles()[0]).to.equal('Send a first message');
    expect(region('Send a first message')?.querySelector('code')?.textContent).to.contain(':12202/gelf');
    expect(names('Send a first message')).to.include.members([
      'Search the last five minutes',
      'Start an input',
      'How to send messages',
    ]);
    const said = () => region('Send a first message')?.querySelector('[role=status]:not(.lc-unseen)')?.textContent;
    expect(said()).to.equal('This page is waiting for the first message.');
    messages = 1;
    await waitUntil(() => said() === 'The first message has arrived.', 'the page notices the message', {
      timeout: 20_000,
    });
    expect(titles()[0], 'the steps stay in place').to.equal('Send a first message');
    await waitUntil(() => root.querySelector('[data-today]'), 'the messages of today are shown');
    remove();
  });

  it('leads to the inputs when no input is running', async () => {
    inputs = [];
    const { region, names, remove } = await opened(['*']);
    await waitUntil(() => region('Send a first message'), 'the steps are shown');
    expect(names('Send a first message')).to.include('Start an input');
    expect(names('Send a first message')).not.to.include('Search the last five minutes');
    remove();
  });

  it('does not offer to start an input to users who may only read inputs', async () => {
    const { region, names, remove } = await opened(['inputs:read', 'streams:read']);
    await waitUntil(() => region('Send a first message'), 'the steps are shown');
    expect(names('Send a first message')).to.include('Show the inputs');
    expect(names('Send a first message')).not.to.include('Start an input');
    remove();
  });

  it('tells users who may not read inputs who can help them', async () => {
    const { region, names, remove } = await opened(['streams:read:1']);
    await waitUntil(() => region('No messages yet'), 'the reason is shown');
    expect(region('No messages yet')?.textContent).to.contain('An administrator can start an input');
    expect(names('No messages yet')).to.deep.equal(['How to send messages']);
    remove();
  });

  it('tells users who may read no stream that somebody has to share one', async () => {
    const { region, remove } = await opened(['dashboards:create']);
    await waitUntil(() => region('No streams yet'), 'the reason is shown');
    expect(region('No streams yet')?.textContent).to.contain('You may not read any stream yet.');
    expect(server.to('POST /views/search/sync')).to.have.length(0);
    remove();
  });

  it('ends with the folded commands once there are messages', async () => {
    messages = 3;
    const { titles, region, remove } = await opened(['*']);
    await waitUntil(() => region('Send messages from a terminal'), 'the commands are shown');
    expect(titles().at(-1)).to.equal('Send messages from a terminal');
    expect(region('Send messages from a terminal')?.querySelector('details')?.open).to.equal(false);
    remove();
  });
});
