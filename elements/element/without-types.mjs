// Build step that makes JavaScript of TypeScript, one source at a time. The plug-in of TypeScript for rollup would first
// read and bind all sources and libraries, which took a third of the build. `npm test` checks the types.
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import ts from 'typescript';
import { sourceOf } from './build-transforms.mjs';

const { options } = ts.convertCompilerOptionsFromJson(
  {
    ...JSON.parse(readFileSync('tsconfig.json', 'utf8')).compilerOptions,
    noEmit: false,
    incremental: false,
    sourceMap: true,
  },
  '.',
);

export const withoutTypes = {
  name: 'without-types',
  resolveId: (name, importer) => sourceOf(name, importer),
  async load(id) {
    if (!/\.tsx?$/.test(id)) return null;
    const { outputText, sourceMapText } = ts.transpileModule(await readFile(id, 'utf8'), {
      fileName: id,
      compilerOptions: options,
    });
    return { code: outputText, map: sourceMapText };
  },
};
