/** Chapters of the handbook by path prefix; the longest prefix that matches the path of a page wins. */
const chapters: readonly (readonly [prefix: string, chapter: string])[] = [
  ['/search', 'searching'],
  ['/extendedsearch', 'searching'],
  ['/messages', 'searching'],
  ['/views', 'searching'],
  ['/dashboards', 'searching'],
  ['/streams', 'processing#streams'],
  ['/alerts', 'alerts'],
  ['/system/inputs', 'senders'],
  ['/system/sidecars', 'senders#sidecars-and-opentelemetry-collectors'],
  ['/system/outputs', 'processing#outputs'],
  ['/system/grokpatterns', 'processing#grok-patterns'],
  ['/system/pipelines', 'processing#pipelines'],
  ['/system/lookuptables', 'processing'],
  ['/system/indices', 'retention'],
  ['/system/index_sets', 'retention'],
  ['/system/users', 'people'],
  ['/system/roles', 'people'],
  ['/system/authentication', 'people#sign-in-services'],
  ['/system/metrics', 'monitoring'],
  ['/system/nodes', 'monitoring'],
  ['/system/overview', 'troubleshooting'],
  ['/system/logging', 'troubleshooting'],
];

/**
 * Returns the chapter of the handbook about a page, with an anchor where needed; undefined when there is none.
 *
 * @param path path of the page without the base path
 */
export function handbookChapter(path: string): string | undefined {
  return chapters
    .filter(([prefix]) => path === prefix || path.startsWith(`${prefix}/`))
    .sort(([a], [b]) => b.length - a.length)[0]?.[1];
}
