declare const __VERSION__: string | undefined;

/** Version of the product; the build replaces `__VERSION__` by it. */
export const version: string =
  typeof __VERSION__ === 'string' ? __VERSION__ : (process.env['npm_package_version'] ?? '5.1.8');
