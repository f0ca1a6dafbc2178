// ECharts' canvas painter empties its element with `innerHTML = ''`, which a page under
// `require-trusted-types-for 'script'` forbids. Entries have the format of elements/element/build-transforms.mjs: the
// module, the code to find, its replacement. A build fails when `find` matches nothing.
export const echartsRewrites = [
  {
    module: /\/zrender\/lib\/canvas\/Painter\.js$/,
    find: /\broot\.innerHTML = '';/g,
    replacement: 'root.replaceChildren();',
  },
];
