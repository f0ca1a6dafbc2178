// A plug-in of esbuild for the program of the server. The router (find-my-way) compiles functions from texts for each
// part of each address, which took a tenth of the processor time of a start. The plug-in replaces these functions by
// closures.
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';

/** For each file of the router the beginnings and the ends of the replaced code, and the code in its place. */
const replacements = {
  'node.js': [
    {
      from: '  const lines = []\n  for (let i = 1; i < prefix.length; i++) {',
      to: "return ${lines.join(' && ')}`) // eslint-disable-line\n",
      code: '  return (path, i) => path.startsWith(prefix, i);\n',
    },
  ],
  'handler-storage.js': [
    {
      // The function for routes with constraints is compiled only when it is called. No route has constraints, so it is
      // never compiled.
      from: '    if (!isMergedTree) {\n      this._compileGetHandlerMatchingConstraints(',
      to: '\n    }\n',
      code: `    if (!isMergedTree)
      this._getHandlerMatchingConstraints = (derived) => {
        this._compileGetHandlerMatchingConstraints(constrainer);
        return this._getHandlerMatchingConstraints(derived);
      };\n`,
    },
    {
      from: `    const fnBody = ["'use strict'"]\n\n    // Parameter values arrive by position`,
      to: "    return new Function('NullObject', fnBody.join('\\n'))(NullObject)  // eslint-disable-line\n",
      code: `    return (param0, param1, param2, param3, extraParams) => {
      const found = new NullObject();
      const given = [param0, param1, param2, param3];
      for (let i = 0; i < params.length; i++) found[params[i]] = i < 4 ? given[i] : extraParams[i - 4];
      return found;
    };\n`,
    },
  ],
};

/**
 * Replaces the code of one file.
 * @param {string} path path of the file
 * @param {string} source
 * @returns {string}
 * @throws Error when the file has other code, because the package was updated
 */
function replaced(path, source) {
  let result = source;
  for (const { from, to, code } of replacements[basename(path)]) {
    const start = result.indexOf(from);
    const end = result.indexOf(to, start);
    if (start < 0 || end < 0) throw new Error(`${path} has other code than host/compiled-routes.mjs expects`);
    result = result.slice(0, start) + code + result.slice(end + to.length);
  }
  return result;
}

/** @type {import('esbuild').Plugin} */
export const withoutCompiledRoutes = {
  name: 'routes without compiled functions',
  setup(build) {
    build.onLoad({ filter: /find-my-way[\\/]lib[\\/](node|handler-storage)\.js$/ }, async ({ path }) => ({
      contents: replaced(path, await readFile(path, 'utf8')),
      loader: 'js',
    }));
  },
};
