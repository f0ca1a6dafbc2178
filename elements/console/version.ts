declare const __VERSION__: string | undefined;
/** The product's version; the build inserts it. */
export const version = typeof __VERSION__ === 'string' ? __VERSION__ : '5.1.8';
