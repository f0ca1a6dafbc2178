/**
 * Renders a page that edits an extractor, which is tested on the newest message of its input (screens/data-intake.md
 * X3).
 */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Forbidden, NotFound, reasonOf } from '../../../api/failures.js';
import { extractorQuery } from '../../../api/queries/extractors.js';
import { latestMessageQuery } from '../../../api/queries/messages.js';
import { useConnection } from '../../element/connection-context.js';
import { EmptyState } from '../../kit/empty-state.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { ExtractIcon } from '../../kit/icons.js';
import { Loading } from '../../kit/loading.js';
import type { PageProps } from '../../kit/pages.js';
import { Refusal } from '../../kit/refusal.js';
import { Editor } from './editor.js';
import { texts } from './texts.js';
import { WithInput, type ShownInput } from './with-input.js';

const { form: words } = texts;

export function EditExtractorPage({ params }: PageProps): ReactNode {
  return (
    <WithInput params={params} edits title={words.edit} description={words.description}>
      {(shown) => <Stored {...shown} extractorId={params['extractorId'] ?? ''} />}
    </WithInput>
  );
}

function Stored({ input, place, extractorId }: ShownInput & { readonly extractorId: string }): ReactNode {
  const { client } = useConnection();
  const { data: extractor, error, refetch } = useQuery(extractorQuery(client, input.id, extractorId));
  const latest = useQuery({ ...latestMessageQuery(client, input.id), refetchOnWindowFocus: false });
  if (error instanceof Forbidden) return <Refusal error={error} />;
  if (!extractor && error instanceof NotFound) return <EmptyState icon={<ExtractIcon />} title={words.noExtractor} />;
  if (!extractor && error) {
    return <ErrorPanel title={words.loadingFailed} errors={[reasonOf(error)]} onRetry={() => void refetch()} />;
  }
  if (!extractor) return <Loading />;
  return (
    <Editor
      key={extractor.id}
      input={input}
      place={place}
      type={extractor.type}
      field={extractor.source_field}
      stored={extractor}
      example={{ message: latest.data ?? undefined, error: latest.error, loading: latest.isLoading }}
    />
  );
}
