/**
 * Tests the breadcrumbs of a search. They lead to a new search in the same page, or open the list of the search's
 * origin in a new tab.
 */
import { expect } from '@open-wc/testing';
import { TitleRow } from '../../../elements/search/index.js';
import { fakeServer, signedIn, type FakeServer } from '../fake-server.js';
import { byRole, byText, stage } from './stage.js';

let server: FakeServer;
beforeEach(() => {
  server = fakeServer(signedIn);
});
afterEach(() => {
  document.body.replaceChildren();
  server.restore();
});

const shown = (props: { readonly newTab?: boolean; readonly crumb?: string }) =>
  stage(() => (
    <TitleRow
      title=""
      untitled="01ARZ3NDEKTSV4RRFFQ69G5FAV"
      unsavedChanges={false}
      running={false}
      executed={undefined}
      crumbRoute="/crumb"
      {...props}
    />
  ));
/** Clicks a link and returns whether the page would have followed it; the test never leaves the page. */
function followed(link: HTMLElement): boolean {
  let isFollowed = false;
  link.getRootNode().addEventListener(
    'click',
    (event) => {
      isFollowed = !event.defaultPrevented;
      event.preventDefault();
    },
    { once: true },
  );
  link.click();
  return isFollowed;
}

/** Prevents every `log-navigate`, and collects the route of each and whether it opens a new tab. */
function navigationsOf(root: ShadowRoot): (readonly [string, boolean | undefined])[] {
  const navigations: (readonly [string, boolean | undefined])[] = [];
  root.host.addEventListener('log-navigate', (event) => {
    event.preventDefault();
    const { route, newTab } = (event as CustomEvent<{ route: string; newTab?: boolean }>).detail;
    navigations.push([route, newTab]);
  });
  return navigations;
}

it('the breadcrumb of a search stays in the page', async () => {
  const { root } = await shown({});
  const navigations = navigationsOf(root);
  const link = await byRole(root, 'link', 'Search');
  expect([followed(link), link.hasAttribute('target')]).to.deep.equal([false, false]);
  expect(navigations).to.deep.equal([['/crumb', undefined]]);
});

it('the breadcrumb of the origin of a search opens a new tab', async () => {
  const { root } = await shown({ crumb: 'Alerts & Events', newTab: true });
  await byText(root, '01ARZ3NDEKTSV4RRFFQ69G5FAV');
  const link = await byRole(root, 'link', 'Alerts & Events');
  expect([link.getAttribute('target'), link.getAttribute('rel')]).to.deep.equal(['_blank', 'noopener']);
  expect(followed(link)).to.equal(true);
  const navigations = navigationsOf(root);
  expect(followed(link), 'a page that prevents the event opens no tab').to.equal(false);
  expect(navigations).to.deep.equal([['/crumb', true]]);
});

it('a narrow page shows the whole title above its actions, in one row where both fit', async () => {
  const row = async (title: string) => {
    const { root } = await stage(() => (
      <div style={{ width: 340, containerType: 'inline-size' }}>
        <TitleRow
          title={title}
          untitled=""
          unsavedChanges={false}
          running={false}
          executed={undefined}
          crumbRoute="/crumb"
          marks={<span style={{ flexShrink: 0, width: 88 }} />}
          actions={<span style={{ width: 136 }}>Actions</span>}
        />
      </div>
    ));
    const heading = await byText(root, title);
    const actions = await byText(root, 'Actions');
    expect(heading.scrollWidth, title).to.be.at.most(heading.clientWidth);
    return actions.getBoundingClientRect().top >= heading.getBoundingClientRect().bottom;
  };
  expect(await row('Shop at a glance')).to.equal(true);
  expect(await row('Shop')).to.equal(false);
});
