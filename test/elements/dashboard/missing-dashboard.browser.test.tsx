/**
 * Tests what users see when a view was not found or when they may not read any stream: a link to another page, or a
 * note instead of the fields.
 */
import { useState } from 'react';
import { useActorRef } from '@xstate/react';
import { expect } from '@open-wc/testing';
import { LogDashboard } from '../../../elements/dashboard/page/log-dashboard.js';
import { useConnection } from '../../../elements/element/connection-context.js';
import { RoutesContext } from '../../../elements/element/routes-context.js';
import { FieldsSection } from '../../../elements/sidebar/fields/fields-section.js';
import { pageLogic } from '../../../machines/page-actors.js';
import { searchPageMachine } from '../../../machines/search-page.js';
import { fakeServer, signedIn, type FakeServer } from '../fake-server.js';
import { byRole, byText, stage } from '../search/stage.js';

const viewId = 'f'.repeat(24);
const any = (): boolean => true;
const dashboard = { viewId, page: undefined, query: '', range: undefined, refresh: undefined, hasRoute: any };

let server: FakeServer;
beforeEach(() => {
  server = fakeServer({
    ...signedIn,
    'GET /streams': () => ({ total: 1, streams: [{ id: 'a'.repeat(24), title: 'Shop' }] }),
  });
});
afterEach(() => {
  document.body.replaceChildren();
  server.restore();
});

describe('a page without a view', () => {
  it('links to the list of dashboards when the dashboard was not found', async () => {
    const { root } = await stage(() => <LogDashboard {...dashboard} />, 360);
    await byText(root, 'The dashboard was not found');
    const link = await byRole(root, 'link', 'Go to the list of dashboards');
    expect(link.getAttribute('href')).to.match(/\/dashboards$/);
  });

  it('links to the welcome page when the user may not read any stream', async () => {
    server.routes['GET /streams'] = () => ({ total: 0, streams: [] });
    const { root } = await stage(
      () => (
        <RoutesContext value={any}>
          <LogDashboard {...dashboard} />
        </RoutesContext>
      ),
      360,
    );
    await byText(root, 'No stream permissions.');
    await byRole(root, 'link', 'Go to the welcome page');
  });

  it('explains why no fields are listed when the view was not found', async () => {
    function Scene() {
      const { client } = useConnection();
      const [logic] = useState(() => pageLogic(searchPageMachine, { client }));
      const page = useActorRef(logic, { input: { source: { kind: 'stored', viewId } } });
      return (
        <section role="region" aria-label="Fields">
          <FieldsSection page={page} config={undefined} onDone={() => {}} />
        </section>
      );
    }
    const { root } = await stage(() => <Scene />);
    await byText(root, 'No fields are listed, because the view could not be opened.');
  });
});
