// Leaflet detects inline SVG support with `innerHTML = '<svg/>'`, which a page under `require-trusted-types-for
// 'script'` forbids. All supported browsers have inline SVG. The list has the format of the lists in
// echarts-trusted-types.mjs.
export const leafletRewrites = [
  {
    module: /\/leaflet\/dist\/leaflet-src\.esm\.js$/,
    find: /\bvar inlineSvg = !!svg\$1 && \(function \(\) \{[\s\S]*?\}\)\(\);/,
    replacement: 'var inlineSvg = true;',
  },
];
