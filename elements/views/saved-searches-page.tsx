/** Renders the page that lists saved searches. */
import type { ReactNode } from 'react';
import { useNavigate } from '../element/host-context.js';
import { Button } from '../kit/button.js';
import { SearchIcon } from '../kit/icons.js';
import { PageHeader } from '../kit/page-header.js';
import { PageLayout } from '../kit/page-layout.js';
import type { PageProps } from '../kit/pages.js';
import { SavedSearchesTable } from './saved-searches-table.js';
import { listTexts } from './list-texts.js';

export function SavedSearchesPage({ question, onQuestion }: PageProps): ReactNode {
  const navigate = useNavigate();
  const create = (
    <Button icon={<SearchIcon />} onClick={() => navigate('/search/new')}>
      {listTexts.searches.newSearch}
    </Button>
  );
  return (
    <PageLayout>
      <PageHeader title={listTexts.searches.page} description={listTexts.searches.description} actions={create} />
      <SavedSearchesTable question={question} onQuestion={onQuestion} emptyAction={create} />
    </PageLayout>
  );
}
