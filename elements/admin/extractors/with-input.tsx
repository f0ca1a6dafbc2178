/** Loads the input of an extractor page, sets the page title, and checks the permission to change extractors. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { InputSummary } from '../../../api/contract/inputs.js';
import { Forbidden, reasonOf } from '../../../api/failures.js';
import { allows } from '../../../api/permissions.js';
import { inputQuery } from '../../../api/queries/inputs.js';
import { nodesQuery } from '../../../api/queries/nodes.js';
import { useConnection, useCurrentUser } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { usePageTitle } from '../../element/page-title.js';
import { DeniedState, EmptyState } from '../../kit/empty-state.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { inputPlaceOf, type InputPlace } from '../../kit/extractor-routes.js';
import { ExtractIcon } from '../../kit/icons.js';
import { Link } from '../../kit/link.js';
import { Loading } from '../../kit/loading.js';
import { PageHeader } from '../../kit/page-header.js';
import { PageLayout } from '../../kit/page-layout.js';
import type { PageProps } from '../../kit/pages.js';
import { Refusal } from '../../kit/refusal.js';
import { laterKitTexts } from '../../kit/later-texts.js';
import { routes } from './routes.js';
import { texts } from './texts.js';

export interface ShownInput {
  readonly input: InputSummary;
  readonly place: InputPlace;
  /** True if the user may create, change and delete extractors. */
  readonly mayEdit: boolean;
}

export interface WithInputProps extends Pick<PageProps, 'params'> {
  readonly title: string;
  readonly description: string;
  /** True for pages that change extractors; users without the permission see an explanation in place of the content. */
  readonly edits?: boolean;
  /** True for the page with the list of extractors, which has no link to that list. */
  readonly isList?: boolean;
  readonly actions?: (shown: ShownInput) => ReactNode;
  readonly children: (shown: ShownInput) => ReactNode;
}

export function WithInput(props: WithInputProps): ReactNode {
  const { params, title, description, edits = false, isList = false, actions, children } = props;
  const { client } = useConnection();
  const { readonly } = useHostElement();
  const granted = useCurrentUser()?.permissions;
  const { inputId, nodeId: named } = inputPlaceOf(params);
  const { data: input, error, refetch } = useQuery(inputQuery(client, inputId));
  const { data: nodes } = useQuery({ ...nodesQuery(client), enabled: named === undefined });
  usePageTitle(input ? `${title} ${input.title}` : undefined);
  if (error instanceof Forbidden) return <Refusal error={error} />;
  const leader = nodes?.find((node) => node.is_leader) ?? nodes?.[0];
  // Extractors do not depend on the node, so links contain `any` in place of a node id until the leader is known.
  const place = { inputId, nodeId: named ?? leader?.node_id ?? 'any' };
  const mayEdit = !readonly && granted !== undefined && allows(granted, `inputs:edit:${inputId}`);
  const shown = input && granted && { input, place, mayEdit };
  const denied = shown && edits && !mayEdit;
  return (
    <PageLayout>
      <PageHeader
        title={title}
        {...(input && { name: input.title })}
        description={
          isList ? (
            description
          ) : (
            <>
              {description} <Link route={routes.list(place)}>{texts.back}</Link>
            </>
          )
        }
        {...(shown && actions && { actions: actions(shown) })}
      />
      {denied && <DeniedState title={laterKitTexts.denied}>{laterKitTexts.deniedHelp}</DeniedState>}
      {shown && !denied && children(shown)}
      {!error && (input === undefined || granted === undefined) && <Loading />}
      {input === null && <EmptyState icon={<ExtractIcon />} title={texts.missing} />}
      {input === undefined && error && (
        <ErrorPanel title={texts.loadingFailed} errors={[reasonOf(error)]} onRetry={() => void refetch()} />
      )}
    </PageLayout>
  );
}
