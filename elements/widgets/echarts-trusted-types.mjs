// ECharts' canvas painter empties its element with `innerHTML = ''`, which a page under
// `require-trusted-types-for 'script'` forbids. Each entry has the shape that elements/element/build-transforms.mjs
// takes: the module, what to find in it, what to put there. A build fails when `find` matches nothing.
export const echartsRewrites = [
  {
    module: /\/zrender\/lib\/canvas\/Painter\.js$/,
    find: /\broot\.innerHTML = '';/g,
    replacement: 'root.replaceChildren();',
  },
];
