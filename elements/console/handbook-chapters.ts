/** Maps a page of the console to its chapter of the handbook: the longest prefix of its path wins. */
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

/** @param path of the page, below the base path */
export function handbookChapter(path: string): string | undefined {
  return chapters
    .filter(([prefix]) => path === prefix || path.startsWith(`${prefix}/`))
    .sort(([a], [b]) => b.length - a.length)[0]?.[1];
}
