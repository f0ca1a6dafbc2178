// Generates the HTML of the page. Under a base path the server replaces `<base href="/">`; every address in the page is
// relative to that base.

/** Paths of the API calls that every start of the console sends. */
const startCalls = ['api/system/sessions', 'api/'];

/**
 * Returns the HTML of the page.
 * @param {{
 *   entry: string, imports?: readonly string[], assets?: Record<string, string>, reload?: string,
 *   calls?: readonly string[]
 * }} parts paths below the base: the entry module, the modules that it loads, hashed assets by name, in development the
 *   script that reloads the page, and the API calls to preload
 */
export function renderIndexHtml({ entry, imports = [], assets = {}, reload, calls = startCalls }) {
  const lines = [
    '<!doctype html>',
    '<html lang="en">',
    '  <head>',
    '    <meta charset="utf-8" />',
    '    <base href="/" />',
    '    <meta name="viewport" content="width=device-width, initial-scale=1" />',
    '    <meta name="color-scheme" content="light dark" />',
    '    <title>Log Console</title>',
    assets['icon.svg'] && `    <link rel="icon" href="${assets['icon.svg']}" type="image/svg+xml" />`,
    ...['style.css', 'snapshot.css'].map(
      (name) => assets[name] && `    <link rel="stylesheet" href="${assets[name]}" />`,
    ),
    ...imports.map((path) => `    <link rel="modulepreload" href="${path}" />`),
    // The calls are preloaded while the scripts load, with the same mode and credentials as the client's calls.
    ...calls.map((path) => `    <link rel="preload" as="fetch" crossorigin href="${path}" />`),
    `    <script type="module" src="${entry}"></script>`,
    reload && `    <script type="module" src="${reload}"></script>`,
    '  </head>',
    '  <body>',
    '    <noscript>Log Console needs JavaScript.</noscript>',
    // The style sheet shows this text only after some time (style.css), and main.ts removes it once the scripts are
    // loaded.
    '    <p class="not-loaded">Log Console could not be loaded. Reload the page to try again.</p>',
    '  </body>',
    '</html>',
    '',
  ];
  return lines.filter(Boolean).join('\n');
}

/** Returns the HTML of a snapshot's page, which preloads no API calls. */
export const renderSnapshotHtml = (parts) => renderIndexHtml({ ...parts, calls: [] });
