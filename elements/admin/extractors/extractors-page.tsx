/**
 * Renders a page that lists the extractors of an input; the user can create and sort extractors (screens/data-intake.md
 * X1).
 */
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Forbidden, reasonOf } from '../../../api/failures.js';
import { extractorsQuery } from '../../../api/queries/extractors.js';
import { useConnection } from '../../element/connection-context.js';
import { useNavigate } from '../../element/host-context.js';
import { Button } from '../../kit/button.js';
import { Section } from '../../kit/detail-page/index.js';
import { EmptyState } from '../../kit/empty-state.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { Float } from '../../kit/float.js';
import { ExtractIcon } from '../../kit/icons.js';
import { lazyPart } from '../../kit/lazy-part.js';
import { Loading } from '../../kit/loading.js';
import type { PageProps } from '../../kit/pages.js';
import { Refusal } from '../../kit/refusal.js';
import { ExtractorList } from './extractor-list.js';
import { routes } from './routes.js';
import { StartSection } from './start-section.js';
import { texts } from './texts.js';
import { WithInput, type ShownInput } from './with-input.js';

const SortDialog = lazyPart(() => import('./sort-dialog.js'), 'SortDialog');

const { list: words } = texts;

export function ExtractorsPage({ params }: PageProps): ReactNode {
  const navigate = useNavigate();
  return (
    <WithInput
      params={params}
      isList
      title={words.page}
      description={words.description}
      actions={({ place, mayEdit }) => (
        <>
          {mayEdit && <Button onClick={() => navigate(routes.importing(place))}>{words.import}</Button>}
          <Button onClick={() => navigate(routes.exporting(place))}>{words.export}</Button>
        </>
      )}
    >
      {(shown) => <Extractors {...shown} />}
    </WithInput>
  );
}

function Extractors({ input, place, mayEdit }: ShownInput): ReactNode {
  const { client } = useConnection();
  const { data: extractors, error, refetch } = useQuery(extractorsQuery(client, input.id));
  const [sorting, setSorting] = useState(false);
  if (error instanceof Forbidden) return <Refusal error={error} />;
  return (
    <>
      {mayEdit && <StartSection input={input} place={place} />}
      <Section
        title={words.title}
        action={
          mayEdit && (extractors?.length ?? 0) > 1 && <Button onClick={() => setSorting(true)}>{words.sort}</Button>
        }
      >
        {extractors && extractors.length > 0 && (
          <ExtractorList input={input} place={place} mayEdit={mayEdit} extractors={extractors} />
        )}
        {extractors?.length === 0 && (
          <EmptyState icon={<ExtractIcon />} title={words.none}>
            {mayEdit && words.noneHelp}
          </EmptyState>
        )}
        {!extractors && !error && <Loading />}
        {error && <ErrorPanel title={words.failed} errors={[reasonOf(error)]} onRetry={() => void refetch()} />}
      </Section>
      <Float onFailed={() => setSorting(false)}>
        {sorting && extractors && (
          <SortDialog inputId={input.id} extractors={extractors} onClose={() => setSorting(false)} />
        )}
      </Float>
    </>
  );
}
