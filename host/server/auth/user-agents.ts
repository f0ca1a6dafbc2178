/**
 * Names the browser or program of a session, so that people can tell their sessions apart. The names are for display
 * only, because a client can send any User-Agent header.
 */

/** The order matters: many browsers also name other browsers in their User-Agent, for compatibility. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Headless)?(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/\S+ (?:Mobile\/\S+ )?Safari\//, 'Safari'],
  [/^curl\//, 'curl'],
  [/^Wget\//, 'Wget'],
  [/^python-/, 'Python'],
  [/^Go-http-client\//, 'Go'],
  [/^(?:node|undici)\b/, 'Node.js'],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\bWindows\b/, 'Windows'],
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const firstOf = (table: readonly (readonly [RegExp, string])[], text: string): string | null =>
  table.find(([pattern]) => pattern.test(text))?.[1] ?? null;

/**
 * Returns the names of browser and operating system in a User-Agent header; null: unknown. Versions and details are
 * left out, because they would tell more about a person than is needed.
 */
export function deviceOf(userAgent = ''): { browser: string | null; system: string | null } {
  const text = userAgent.slice(0, 500);
  return { browser: firstOf(browsers, text), system: firstOf(systems, text) };
}
