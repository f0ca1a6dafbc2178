// The style library writes every style a second time for pages from right to left. The console is read from left to
// right, also inside a page of the other direction: nothing asks for the second one, and what would write it is left out.
// Each entry has the shape that build-transforms.mjs takes.
export const oneDirection = [
  {
    module: /\/rtl-css-js\/dist\/esm\/core\.js$/,
    find: /^[^]*$/,
    replacement:
      'export const convert = (style) => style;\nexport const convertProperty = (key, value) => ({ key, value });\n',
  },
];
