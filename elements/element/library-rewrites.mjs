// Lighter parts for libraries that every page loads. Same shape as elements/widgets/echarts-trusted-types.mjs.
import { fileURLToPath } from 'node:url';

const mirror = fileURLToPath(new URL('theme/mirror.ts', import.meta.url)).replaceAll('\\', '/');

export const libraryRewrites = [
  // The style library mirrors styles with a package that is five times as large as what our styles need.
  {
    module: /\/rtl-css-js\/dist\/esm\/core\.js$/,
    find: /^[^]*$/,
    replacement: `export { convert, convertProperty } from ${JSON.stringify(mirror)};`,
  },
  // Our React has the hook for stores itself: the copies for versions that lack it are left out.
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
];
