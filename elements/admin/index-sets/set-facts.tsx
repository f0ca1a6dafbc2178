/** Renders settings of an index set (screens/data-intake.md D0). */
import type { ReactNode } from 'react';
import type { IndexSet } from '../../../api/contract/index-sets.js';
import { Alert } from '../../kit/alert.js';
import { Details } from '../../kit/detail-page/index.js';
import { formatNumber } from '../../kit/format.js';
import { strategiesOf } from './strategies.js';
import { texts } from './texts.js';

const { facts: words } = texts;

export function SetFacts({ set }: { readonly set: IndexSet }): ReactNode {
  return (
    <>
      {!set.writable && <Alert>{words.readOnly}</Alert>}
      <Details
        rows={[
          [words.prefix, set.index_prefix],
          [words.shards, formatNumber(set.shards)],
          [words.replicas, formatNumber(set.replicas)],
          [words.refresh, words.seconds(set.field_type_refresh_interval / 1000)],
          ...(set.writable
            ? strategiesOf(set).map(
                ({ kind, name, summary }) =>
                  [
                    words[kind],
                    name === undefined || summary === undefined ? (
                      <Alert kind="danger">{words.unknown}</Alert>
                    ) : (
                      [name, summary].filter(Boolean).join('. ')
                    ),
                  ] as const,
              )
            : []),
        ]}
      />
    </>
  );
}
