/** Renders a page that creates an extractor for a field of a message (screens/data-intake.md X2). */
import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { messageQuery } from '../../../api/queries/messages.js';
import { extractorTypeOf } from '../../../api/extractors/types/index.js';
import { useConnection } from '../../element/connection-context.js';
import { EmptyState } from '../../kit/empty-state.js';
import { ExtractIcon } from '../../kit/icons.js';
import type { PageProps } from '../../kit/pages.js';
import { Editor } from './editor.js';
import { texts } from './texts.js';
import { WithInput } from './with-input.js';

const { form: words } = texts;

export function NewExtractorPage({ params, search = '' }: PageProps): ReactNode {
  const { client } = useConnection();
  const { type, field, index, messageId, draft } = useMemo(() => startOf(search), [search]);
  const known = extractorTypeOf(type);
  const isNamed = index !== '' && messageId !== '';
  const { data, error, isLoading } = useQuery({ ...messageQuery(client, index, messageId), enabled: isNamed });
  return (
    <WithInput params={params} edits title={words.create} description={words.description}>
      {({ input, place }) =>
        known && field !== '' ? (
          <Editor
            key={search}
            input={input}
            place={place}
            type={known.type}
            field={field}
            draft={draft}
            example={{ message: data, error, loading: isLoading }}
          />
        ) : (
          <EmptyState icon={<ExtractIcon />} title={words.noType}>
            {words.noTypeHelp}
          </EmptyState>
        )
      }
    </WithInput>
  );
}

/**
 * Returns the type, field and first values of the new extractor and the example message, as given by the query string;
 * a missing parameter is an empty text.
 */
function startOf(search: string) {
  const given = new URLSearchParams(search);
  const part = (name: string): string => given.get(name) ?? '';
  const type = part('extractor_type');
  return {
    type,
    field: part('field'),
    index: part('example_index'),
    messageId: part('example_id'),
    draft: part('draft'),
  };
}
