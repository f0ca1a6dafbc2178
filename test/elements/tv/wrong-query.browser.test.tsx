/** Tests that a wall display shows and reports an error of the query once, and not for each widget. */
import { expect } from '@open-wc/testing';
import '../../../elements/all.js';
import { openConnections } from '../../../elements/element/connection.js';
import { searchRoutes } from '../fake-searches.js';
import { fakeServer } from '../fake-server.js';
import { allByRole, byText } from '../search/stage.js';
import { storedDashboard } from '../stored-dashboard.js';
import { waitUntil } from '../wait.js';

it('a wall shows and reports an error of its query once, and is ready when the query is corrected', async () => {
  const { document: stored } = storedDashboard(['One', 'Two']);
  const isWrong = 'Cannot parse query, cause: expected ")"';
  const server = fakeServer(
    searchRoutes([stored], (_widget, _view, { global_override: override }) =>
      JSON.stringify(override?.query ?? '').includes('(') ? isWrong : undefined,
    ),
  );
  const heard: string[] = [];
  const element = document.createElement('log-tv');
  for (const name of ['log-ready', 'log-error', 'log-recovered', 'log-refreshed'])
    element.addEventListener(name, (event) => {
      // Cast: elements emit custom events whose details contain these texts.
      const { code, widget, message } = (event as CustomEvent<Readonly<Record<string, string>>>).detail;
      heard.push([name, code, widget, message].filter((word) => word !== undefined).join(' '));
    });
  const reports = () => heard.filter((one) => one !== 'log-refreshed');
  element.setAttribute('view-id', stored.view.id);
  element.setAttribute('query', 'level:(');
  document.body.append(element);
  const { shadowRoot: root } = element;
  if (!root) throw new Error('no shadow root');
  await byText(root, 'see the error above');
  await waitUntil(() => heard.includes('log-refreshed') && reports().length > 0);
  await waitUntil(() => allByRole(root, 'alert').length > 0);
  expect(allByRole(root, 'alert').map(({ textContent }) => textContent.includes('expected ")"'))).to.deep.equal([true]);
  expect(reports()).to.deep.equal([`log-error bad-request ${isWrong}`]);
  element.removeAttribute('query');
  await waitUntil(() => reports().length >= 3, 'the wall is ready and has recovered');
  expect(reports().slice(1).sort()).to.deep.equal(['log-ready', 'log-recovered']);
  await waitUntil(() => allByRole(root, 'alert').length === 0);
  element.remove();
  await waitUntil(() => openConnections() === 0);
  server.restore();
});
