/** Renders the summary of the defaults of new index sets. */
import type { ReactNode } from 'react';
import type { IndexSetDefaults } from '../../../api/contract/cluster-config.schema.js';
import { Details } from '../../kit/detail-page/index.js';
import { formatNumber } from '../../kit/format.js';
import { refreshSecondsOf } from './defaults.js';
import { rotations, strategyName, summaryOf } from './strategies.js';
import { texts } from './texts.js';

const { defaults: words } = texts;

export interface IndexSetDefaultsFactsProps {
  readonly defaults: IndexSetDefaults;
}

export function IndexSetDefaultsFacts({ defaults }: IndexSetDefaultsFactsProps): ReactNode {
  const factText = (type: string, summary: string | undefined): string =>
    [strategyName(type) ?? type, summary].filter(Boolean).join('. ');
  const { rotation_strategy_class: rotation, retention_strategy_class: retention } = defaults;
  const kept = rotation === rotations.lifetime ? undefined : summaryOf(retention, defaults.retention_strategy_config);
  return (
    <Details
      rows={[
        [words.analyzer, defaults.index_analyzer],
        [words.shards, formatNumber(defaults.shards)],
        [words.replicas, formatNumber(defaults.replicas)],
        [words.optimization, defaults.index_optimization_disabled ? words.yes : words.no],
        [words.segments, formatNumber(defaults.index_optimization_max_num_segments)],
        [texts.facts.refresh, texts.facts.seconds(refreshSecondsOf(defaults) ?? 0)],
        [texts.facts.rotation, factText(rotation, summaryOf(rotation, defaults.rotation_strategy_config))],
        [texts.facts.retention, factText(retention, kept)],
      ]}
    />
  );
}
