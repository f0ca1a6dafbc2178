// Leaflet asks by `innerHTML = '<svg/>'` whether a browser knows inline SVG, which a page under
// `require-trusted-types-for 'script'` forbids. Every browser we run in does. Same shape as echarts-trusted-types.mjs.
export const leafletRewrites = [
  {
    module: /\/leaflet\/dist\/leaflet-src\.esm\.js$/,
    find: /\bvar inlineSvg = !!svg\$1 && \(function \(\) \{[\s\S]*?\}\)\(\);/,
    replacement: 'var inlineSvg = true;',
  },
];
