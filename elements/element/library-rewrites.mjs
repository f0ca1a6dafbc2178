// Replaces or leaves out heavy parts of libraries that elements load with their first content. The list has the format
// of the lists in elements/widgets/echarts-trusted-types.mjs.
import { fileURLToPath } from 'node:url';

const moduleAt = (path) => JSON.stringify(fileURLToPath(new URL(path, import.meta.url)).replaceAll('\\', '/'));

export const libraryRewrites = [
  // The style library mirrors styles with a package that is five times as large as necessary, because it handles styles
  // that the elements do not use.
  {
    module: /\/rtl-css-js\/dist\/esm\/core\.js$/,
    find: /^[^]*$/,
    replacement: `export { convert, convertProperty } from ${moduleAt('theme/mirror.ts')};`,
  },
  // The style library prefixes properties for browsers that are not supported.
  {
    module: /\/@griffel\/core\/src\/runtime\/stylis\/prefixerPlugin\.js$/,
    find: /^[^]*$/,
    replacement: `export { prefixerPlugin } from ${moduleAt('theme/prefix.ts')};`,
  },
  // The used version of React has `useSyncExternalStore` built in: the shims for older versions are left out.
  {
    module: /\/@xstate\/react\/dist\/xstate-react\.esm\.js$/,
    find: `from 'use-sync-external-store/shim/with-selector';`,
    replacement: `from 'use-sync-external-store/with-selector';`,
  },
  {
    module: /\/@xstate\/react\/dist\/xstate-react\.esm\.js$/,
    find: `from 'use-sync-external-store/shim';`,
    replacement: `from 'react';`,
  },
  // No query of the elements loads further pages, so the code of infinite queries is left out.
  {
    module: /\/@tanstack\/query-core\/build\/modern\/query\.js$/,
    find: '(this.#queryType === "infinite" ? infiniteQueryBehavior(this.options.pages) : this.options.behavior)',
    replacement: 'this.options.behavior',
  },
];
