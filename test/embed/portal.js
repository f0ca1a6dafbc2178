// An example intranet portal: its own header and navigation select dashboard and page, its theme is passed on, and
// clicked values open pages of the portal instead of the console.
import { createDashboards, storedDashboards } from './portal-dashboards.js';

const dashboard = document.getElementById('dashboard');
const panel = document.getElementById('panel');
const drill = document.getElementById('drill');
let known = [];

function link(text, current, choose) {
  const anchor = document.createElement('a');
  anchor.href = '#';
  anchor.textContent = text;
  if (current) anchor.setAttribute('aria-current', 'page');
  anchor.addEventListener('click', (event) => {
    event.preventDefault();
    choose();
  });
  return anchor;
}

/** Keeps the portal's navigation and the element's page in sync. */
function showLinks() {
  const shown = known.find(({ id }) => id === dashboard.viewId);
  const show = (id) => {
    dashboard.page = undefined;
    dashboard.viewId = id;
    showLinks();
  };
  const names = known.map(({ id, title }) => link(title, id === dashboard.viewId, () => show(id)));
  document.getElementById('dashboards').replaceChildren(...names);
  const page = dashboard.page ?? shown?.pages[0]?.id;
  const pages = (shown?.pages ?? []).map(({ id, title }) =>
    link(title, id === page, () => {
      dashboard.page = id;
      showLinks();
    }),
  );
  document.getElementById('pages').replaceChildren(...pages);
}
dashboard.addEventListener('log-page-change', showLinks);

document.getElementById('theme').addEventListener('change', ({ target }) => {
  dashboard.theme = target.value;
  document.documentElement.style.colorScheme = target.value === 'auto' ? '' : target.value;
});

// A clicked value opens a page of the portal; the element's own menu stays closed.
dashboard.addEventListener('log-value-click', (event) => {
  event.preventDefault();
  const { field, value } = event.detail;
  panel.querySelector('h2').textContent = `${field}: ${value}`;
  const query = `${field}:"${String(value).replace(/["\\]/g, '\\$&')}"`;
  document.getElementById('more').href = `../search?q=${encodeURIComponent(query)}&rangetype=relative&relative=3600`;
  panel.hidden = false;
  document.getElementById('close').focus();
});
document.getElementById('close').addEventListener('click', () => (panel.hidden = true));

// Links of the element lead into the console; the portal only displays their targets.
dashboard.addEventListener('log-navigate', (event) => {
  event.preventDefault();
  drill.textContent = `The portal would open ${event.detail.route}`;
});

async function open() {
  known = await storedDashboards();
  const complete = known.length === 3;
  document.getElementById('setup').hidden = complete;
  dashboard.hidden = !complete;
  if (complete) {
    dashboard.viewId ??= known[0].id;
    showLinks();
  }
}
document.getElementById('create').addEventListener('click', () => {
  createDashboards()
    .then(open)
    .catch((error) => (document.getElementById('failure').textContent = error.message));
});
open().catch(() => {
  // No user is signed in yet: the element requests a token, then the portal checks again.
  dashboard.hidden = false;
  dashboard.addEventListener('log-ready', () => void open(), { once: true });
});
