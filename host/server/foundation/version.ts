declare const __VERSION__: string | undefined;

/** The product's version; the build puts it in. */
export const version: string =
  typeof __VERSION__ === 'string' ? __VERSION__ : (process.env['npm_package_version'] ?? '5.1.8');
