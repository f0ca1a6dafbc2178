/** Opens the search engine with the decorators of lookup tables and pipelines, and forgets old searches. */
import type { GrokPattern } from '../../../api/contract/grok.js';
import type { ClusterConfigs } from '../cluster-config.js';
import { entityCollection } from '../documents/kinds.js';
import { Searches } from '../entities/searches.js';
import type { RootLog } from '../log/log.js';
import { lookupDecorator, lookUpText } from '../lookup/consumers.js';
import type { Lookup } from '../lookup/lookup.js';
import { searchMetrics, wordsMetrics, type Metrics } from '../metrics/metrics.js';
import { pipelineDecorator } from '../pipelines/decorator.js';
import type { PipelineEngine } from '../pipelines/engine.js';
import { createSearchEngine, decoratorTypes, type SearchEngine } from '../search/index.js';
import type { Documents, MessageStore } from '../store/types.js';
import type { Opened } from './opened.js';

const searchSweepMs = 60 * 60_000;

export interface SearchNeeds {
  readonly documents: Documents;
  readonly store: MessageStore;
  readonly config: ClusterConfigs;
  readonly lookup: Lookup;
  readonly pipelines: PipelineEngine;
  readonly metrics: Metrics;
  readonly log: RootLog;
}

export function openSearch(
  { documents, store, config, lookup, pipelines, metrics, log }: SearchNeeds,
  opened: Opened,
): SearchEngine {
  const patterns = entityCollection<GrokPattern>(documents, 'grok_pattern');
  const search = createSearchEngine({
    store,
    log: log.with({ room: 'search' }),
    settings: { queryTimeRangeLimit: () => config.get('searches').query_time_range_limit },
    allowLeadingWildcard: () => config.get('searches').allow_leading_wildcard_searches ?? true,
    lookUp: lookUpText(lookup),
    patternOf: (name) => patterns.all().find((one) => one.name === name)?.pattern,
  });
  opened.add(() => search.close());
  search.registerDecorator(decoratorTypes.lookupTable, lookupDecorator(lookup));
  search.registerDecorator(decoratorTypes.pipeline, pipelineDecorator(pipelines));
  // The warm-up runs while the other services start, because it mostly waits for the disk. The server does not wait for
  // the end of the warm-up: a search that comes before that end is slower, but is still answered earlier than if the
  // server had waited.
  void search.warmUp();
  metrics.provide(() => searchMetrics(search.load, search.warmed));
  metrics.provide(() => wordsMetrics(store.words));
  const searches = new Searches(documents);
  opened.every(searchSweepMs, () => searches.forgetOld(Date.now()));
  return search;
}
