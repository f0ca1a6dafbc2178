// The page's HTML. `<base href="/">` is replaced by the server when it is asked to serve under a base path;
// every address in it is relative to that base.

/** Calls of every start of the console. */
const startCalls = ['api/system/sessions', 'api/'];

/**
 * @param {{entry: string, imports?: readonly string[], assets?: Record<string, string>, reload?: string, calls?: readonly string[]}} parts
 *   paths below the base: the entry module, modules it loads, hashed assets by name, in development the live-reload script, and calls
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
    // Seen when nothing has come for long (style.css); taken away by main.ts.
    '    <p class="not-loaded">Log Console could not be loaded. Reload the page to try again.</p>',
    '  </body>',
    '</html>',
    '',
  ];
  return lines.filter(Boolean).join('\n');
}

/** The page of a snapshot, which makes no call but the one for its content. */
export const renderSnapshotHtml = (parts) => renderIndexHtml({ ...parts, calls: [] });
