/** Connects the parameters row with the search page's machine. */
import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { parametersOf } from '../../../machines/parameters.js';
import { stateOf } from '../../../machines/view/document.js';
import { useView, type SearchPageActor } from '../page/use-search-page.js';
import { ParametersRow } from './parameters-row.js';

export interface PageParametersProps {
  readonly page: SearchPageActor;
  readonly readOnly: boolean;
}

export function PageParameters({ page, readOnly }: PageParametersProps) {
  const { document, queryId } = useView(page);
  const query = useSelector(page, ({ context }) => context.draft.queryString);
  const bindings = useSelector(page, ({ context }) => context.bindings);
  const execution = useSelector(page, ({ context }) => context.execution);
  const metadata = useSelector(execution, ({ context }) => context.metadata);
  const parameters = useMemo(() => {
    const widgets = document ? stateOf(document, queryId).widgets : [];
    const queries = [query, ...widgets.map((widget) => widget.query?.query_string ?? '')];
    return parametersOf({ queries, declared: document?.search.parameters ?? [], metadata, bindings });
  }, [document, queryId, query, metadata, bindings]);
  if (parameters.length === 0) return null;
  return (
    <ParametersRow
      parameters={parameters}
      bindings={bindings}
      readOnly={readOnly}
      onBindings={(changed) => page.send({ type: 'bindings.changed', bindings: changed })}
      onSubmit={() => page.send({ type: 'submitted' })}
    />
  );
}
