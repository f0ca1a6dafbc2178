// Runs before `npm pack` and `npm publish`, and builds the project, so that a package always contains the current
// build.
import { fileURLToPath } from 'node:url';
import { build, isBuilt } from './build.mjs';
import { install } from './install.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
try {
  await install(root);
  if (!isBuilt(root)) build(root);
} catch (error) {
  console.error(`The package cannot be made: ${error.message}`);
  process.exit(1);
}
