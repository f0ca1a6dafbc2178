// Decides which modules share a file. By default the bundler creates a file for every set of entries and lazy parts
// that share modules: dozens of small files that always load together, each compressed separately. Below, a load is the
// set of modules that a page requests together. Modules that belong to the same loads become one file. A file imports
// only files that belong to all of its own loads, so imports are never circular, and loads do not grow, except by small
// files that are merged into others (`joinLarger`).
import { readdirSync } from 'node:fs';

const hostPage = 'host/page/main.ts';
const errorPages = 'elements/console/error-pages.tsx';
const openConsole = 'elements/console/open-console.tsx';
const search = 'elements/search/page/log-search.tsx';
const messageTable = 'elements/widgets/message-table/message-table-widget.tsx';
const visualization = (name) => `elements/widgets/visualizations/${name}.tsx`;

/** Loads by name: source files that are requested together, with all their static imports. */
const loads = {
  search: ['elements/log-search.ts'],
  message: ['elements/log-message.ts'],
  login: [hostPage, errorPages, 'elements/console/login-page.tsx'],
  console: [hostPage, errorPages, openConsole],
  messages: ['elements/log-search.ts', search, messageTable, 'elements/kit/shortcuts/element-keys.tsx'],
  consoleSearch: [
    hostPage,
    errorPages,
    openConsole,
    'elements/search/index.ts',
    search,
    messageTable,
    'elements/search/page/search-actions.tsx',
    'elements/search/page/search-marks.tsx',
  ],
  aggregation: ['elements/widgets/aggregation/aggregation-widget.tsx'],
  chart: [visualization('bar/bar-chart')],
  language: ['api/language/index.ts'],
  editor: ['api/language/editor.ts', 'elements/search/query/query-editor.ts'],
};

/**
 * Further loads, which use the files of `loads` but must not make them larger. The first source of a page's load is the
 * entry of an element that shows the page, so that the modules of `elements/frame` stay in the file that all elements
 * share.
 */
const others = {
  pie: [visualization('pie/pie-chart')],
  figures: ['table/data-table', 'number/single-number', 'map/world-map'].map(visualization),
  document: ['elements/log-message.ts', 'elements/message/log-message.tsx'],
  dashboard: [
    'elements/log-dashboard.ts',
    'elements/console/dashboard-page.tsx',
    'elements/dashboard/page/log-dashboard.tsx',
    'elements/tv/log-tv.tsx',
  ],
  lists: [
    'elements/log-share.ts',
    'elements/views/pages.ts',
    'elements/welcome/index.ts',
    'elements/share/log-share.tsx',
  ],
  administration: ['elements/log-users.ts', 'elements/console/area-page.tsx', ...administrationPages()],
};

/** Lists the source files of all administration pages. */
function administrationPages() {
  return readdirSync('elements/admin', { recursive: true })
    .map((path) => `elements/admin/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('-page.tsx'));
}

/**
 * Names of the loads (`loads` and `others`) of pages with widgets. Modules that all these loads contain are available
 * before any of the `laterParts` is requested, so these modules count as modules of the `laterParts` too.
 */
const widgetPages = ['messages', 'consoleSearch', 'dashboard'];
const laterParts = ['aggregation', 'chart', 'language', 'editor', 'pie', 'figures'];

/** Size in bytes before minification (about 500 afterwards) below which a separate file costs more than it saves. */
const tinyBytes = 2_000;
/**
 * Size in bytes before minification (about 2 KiB afterwards) below which a file is merged into a file that belongs to
 * the same loads and to others, even if the others then contain modules that they do not need. A file that a `light` load does not need is merged into the
 * files of this load only if it is smaller than `tinyBytes`.
 */
const smallBytes = 6_000;
const light = ['login', 'message', 'search'];

/**
 * Returns the options of two outputs of one build: the first writes nothing and only determines which modules each load
 * needs; the second writes the files.
 * @param {object} output options of the second output
 */
export function groupedByLoad(output) {
  let planned;
  const plan = new Promise((resolve) => (planned = resolve));
  let groups;
  return [
    {
      dir: output.dir,
      format: output.format,
      plugins: [
        {
          name: 'plan',
          generateBundle(_options, bundle) {
            planned(groupsOf(Object.values(bundle).filter(({ type }) => type === 'chunk')));
            for (const name of Object.keys(bundle)) delete bundle[name];
          },
        },
      ],
    },
    {
      ...output,
      onlyExplicitManualChunks: true,
      manualChunks: (id) => groups.get(id),
      plugins: [
        {
          name: 'planned',
          async renderStart() {
            groups = await plan;
          },
        },
        ...output.plugins,
      ],
    },
  ];
}

/** @returns map from the id of a module to the name of its file, for the modules of `loads` except entries */
function groupsOf(chunks) {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const neededBy = new Map();
  for (const [load, sources] of Object.entries({ ...loads, ...others })) {
    const needed = new Set();
    const need = (chunk) => {
      if (!chunk || needed.has(chunk)) return;
      needed.add(chunk);
      for (const file of chunk.imports) need(byFile.get(file));
    };
    for (const source of sources) need(holderOf(chunks, source));
    for (const chunk of needed) neededBy.set(chunk, [...(neededBy.get(chunk) ?? []), load]);
  }
  const order = Object.keys({ ...loads, ...others });
  const groups = new Map();
  for (const [chunk, needing] of neededBy) {
    const all = widgetPages.every((page) => needing.includes(page)) ? [...needing, ...laterParts] : needing;
    const by = order.filter((load) => all.includes(load));
    // An entry keeps its own file; modules used only by other pages are left to the bundler.
    if (chunk.isEntry || !by.some((load) => load in loads)) continue;
    const name = by.join('-');
    const group = groups.get(name) ?? { by: new Set(by), chunks: [], bytes: 0 };
    group.chunks.push(chunk);
    for (const { renderedLength } of Object.values(chunk.modules)) group.bytes += renderedLength;
    groups.set(name, group);
  }
  const all = [...groups.values()];
  for (const small of all.filter(({ bytes }) => bytes < smallBytes).sort((a, b) => a.bytes - b.bytes)) {
    joinLarger(small, all);
  }
  return new Map(
    all.flatMap(({ by, chunks: own }, index) => {
      const name = by.size === 1 ? [...by][0] : `shared-${index}`;
      return own.flatMap(({ moduleIds }) => moduleIds.map((id) => [id, name]));
    }),
  );
}

function holderOf(chunks, source) {
  const isIt = (id) => id.replaceAll('\\', '/').endsWith(`/${source}`);
  const holder = chunks.find(({ moduleIds }) => moduleIds.some(isIt));
  if (!holder) throw new Error(`${source} is in no file of the build: say in build-chunks.mjs what loads instead`);
  return holder;
}

const includes = (larger, smaller) => [...smaller].every((one) => larger.has(one));

/**
 * Merges a small file into a group that belongs to all loads of the file and to others. Every import of the file must already belong to all loads of the group, so
 * that files still never import in a circle. Among such groups, the group that adds the file to the fewest loads is
 * chosen.
 */
function joinLarger(small, all) {
  const groupOf = (file) => all.find(({ chunks }) => chunks.some(({ fileName }) => fileName === file));
  const imported = small.chunks.flatMap(({ imports }) => imports.map(groupOf)).filter((group) => group !== small);
  const mayJoin = ({ by }) => small.bytes < tinyBytes || light.every((load) => !by.has(load) || small.by.has(load));
  const larger = all
    .filter(({ by, chunks }) => chunks.length > 0 && by.size > small.by.size && includes(by, small.by))
    .filter(mayJoin)
    .sort((a, b) => a.by.size - b.by.size)
    .find(({ by }) => imported.every((group) => group && includes(group.by, by)));
  if (!larger) return;
  larger.chunks.push(...small.chunks);
  larger.bytes += small.bytes;
  small.chunks = [];
}

/** Sources of the pages of the host whose files the browser preloads, before scripts import them. */
const startPages = {
  login: loads.login,
  console: loads.console,
  search: loads.consoleSearch,
  message: [...loads.console, ...others.document],
  dashboard: [...loads.console, ...others.dashboard.filter((source) => !source.includes('/tv/'))],
};

/**
 * Lists the files of each start page by page name; the server adds preload links for them to the page
 * (host/server/http/static.ts).
 * @param {object} bundle as `generateBundle` gets it
 */
export function filesOfStartPages(bundle) {
  const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk');
  return Object.fromEntries(
    Object.entries(startPages).map(([page, sources]) => {
      const files = new Set();
      const need = (file) => {
        if (files.has(file) || !bundle[file]) return;
        files.add(file);
        bundle[file].imports.forEach(need);
      };
      for (const source of sources) need(holderOf(chunks, source).fileName);
      return [page, [...files]];
    }),
  );
}
