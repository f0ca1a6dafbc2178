/** The query language, which the console and the server share; the part for the editor is in `editor.ts`. */
export * from './ast.js';
export * from './build.js';
export * from './context.js';
export * from './escape.js';
export * from './bind-parameters.js';
export * from './parameter-values.js';
export * from './parameters.js';
export * from './parse.js';
export * from './position.js';
