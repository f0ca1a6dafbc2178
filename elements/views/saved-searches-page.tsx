/** The list page of saved searches. */
import { useEffect, type ReactNode } from 'react';
import type { EntityListQuestion } from '../../machines/entity-list.js';
import { useHostElement, useNavigate } from '../element/host-context.js';
import { Button } from '../kit/button.js';
import { SearchIcon } from '../kit/icons.js';
import { PageHeader } from '../kit/page-header.js';
import { PageLayout } from '../kit/page-layout.js';
import { SavedSearchesTable } from './saved-searches-table.js';
import { listTexts } from './list-texts.js';

export interface ViewListPageProps {
  /** Page, query and filters, as the address has them. */
  readonly question: EntityListQuestion;
  readonly onQuestion: (question: EntityListQuestion) => void;
  /** Whether the console has a page for a route. */
  readonly hasRoute: (route: string) => boolean;
}

export function SavedSearchesPage({ question, onQuestion }: ViewListPageProps): ReactNode {
  const host = useHostElement();
  const navigate = useNavigate();
  useEffect(() => {
    host.ready();
  }, [host]);
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
