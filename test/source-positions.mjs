// Replaces the positions of bundled code in the output of tests by the positions of the sources.
import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Returns the output with `path:line:column` of the sources instead of the bundles.
 * @param {string} output text with stack traces
 * @param {string} root directory of the repository, to which the positions are relative
 */
export function positionsInSources(output, root) {
  const maps = new Map();
  const mapOf = (bundle) => {
    if (!maps.has(bundle)) {
      let map;
      try {
        map = new SourceMap(JSON.parse(readFileSync(`${bundle}.map`, 'utf8')));
      } catch {
        // A file without a source map keeps its positions.
      }
      maps.set(bundle, map);
    }
    return maps.get(bundle);
  };
  return output.replace(/((?:file:\/\/)?[^\s('"]*\.js):(\d+):(\d+)/g, (whole, address, line, column) => {
    const bundle = address.startsWith('file://') ? fileURLToPath(address) : address;
    const { originalSource, originalLine, originalColumn } =
      mapOf(bundle)?.findEntry(Number(line) - 1, Number(column) - 1) ?? {};
    if (originalSource === undefined) return whole;
    return `${relative(root, resolve(dirname(bundle), originalSource))}:${originalLine + 1}:${originalColumn + 1}`;
  });
}
