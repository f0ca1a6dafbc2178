/** Renders pages to create a rule and to edit a stored rule. */
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { Forbidden, NotFound, reasonOf } from '../../../api/failures.js';
import { allows } from '../../../api/permissions.js';
import { ruleQuery } from '../../../api/queries/pipelines.js';
import { messageQuery } from '../../../api/queries/messages.js';
import type { ResultMessage } from '../../../api/contract/searches.js';
import { ruleOfMessage } from '../../../machines/pipelines/rule-of-message.js';
import { ruleProposals, type MarkedText, type ProposalKind } from '../../../machines/pipelines/rule-of-text.js';
import { isRuleName } from '../../../machines/pipelines/pipeline-text.js';
import { useConnection, useCurrentUser } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { usePageTitle } from '../../element/page-title.js';
import { Alert } from '../../kit/alert.js';
import { DeniedState, EmptyState } from '../../kit/empty-state.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { PipelineIcon } from '../../kit/icons.js';
import { PageTabs } from '../../kit/list-page/index.js';
import { Loading } from '../../kit/loading.js';
import { PageLayout } from '../../kit/page-layout.js';
import type { PageProps } from '../../kit/pages.js';
import { Refusal } from '../../kit/refusal.js';
import { laterKitTexts } from '../../kit/later-texts.js';
import { pipelineTabs } from '../pipeline-parts/index.js';
import { ProposalsSection } from './proposals-section.js';
import { RuleForm } from './rule-form.js';
import { namedRule } from './templates.js';
import { texts } from './texts.js';

const { form: words } = texts;

/** Returns the text of the message that the address selects; undefined if it selects none or the text is absent. */
function markedIn({ message }: ResultMessage, search: string): MarkedText | undefined {
  const requested = new URLSearchParams(search);
  const field = requested.get('field') ?? '';
  const value = message[field];
  const [from, to] = [Number(requested.get('from') ?? NaN), Number(requested.get('to') ?? NaN)];
  if (typeof value !== 'string' || !(from >= 0 && to > from && to <= value.length)) return undefined;
  return { field, value, from, to };
}

const streamsOf = ({ message }: ResultMessage): readonly string[] => {
  const streams = message['streams'];
  return Array.isArray(streams) ? streams.filter((id): id is string => typeof id === 'string') : [];
};

/** Maximum number of characters of a rule that a link may propose; further characters are cut off. */
const longestGiven = 8_000;

export function NewRulePage({ search = '' }: PageProps): ReactNode {
  const { readonly } = useHostElement();
  const { client } = useConnection();
  const requested = new URLSearchParams(search);
  const name = requested.get('name') ?? '';
  const given = requested.get('source') ?? '';
  const index = requested.get('index');
  const id = requested.get('message');
  const isOfMessage = index !== null && id !== null;
  const { data: message, error } = useQuery({ ...messageQuery(client, index ?? '', id ?? ''), enabled: isOfMessage });
  const marked = useMemo(() => message && markedIn(message, search), [message, search]);
  const proposals = useMemo(() => (marked ? ruleProposals(marked) : []), [marked]);
  const [kind, setKind] = useState<ProposalKind>();
  const [stream, setStream] = useState<string>();
  const chosen = proposals.find((one) => one.kind === kind) ?? proposals[0];
  const template =
    chosen?.source ??
    (message ? ruleOfMessage(message.message) : isRuleName(name) ? namedRule(name) : given.slice(0, longestGiven));
  return (
    <PageLayout>
      <PageTabs tabs={pipelineTabs('rules')} />
      {readonly ? (
        <DeniedState title={laterKitTexts.denied}>{laterKitTexts.deniedHelp}</DeniedState>
      ) : isOfMessage && !message && !error ? (
        <Loading />
      ) : (
        <>
          {error && <ErrorPanel title={words.messageFailed} errors={[reasonOf(error)]} />}
          <RuleForm
            key={chosen?.kind}
            rule={undefined}
            template={template}
            sample={message}
            above={
              message && marked && proposals.length > 0 ? (
                <ProposalsSection
                  marked={marked}
                  proposals={proposals}
                  streams={streamsOf(message)}
                  stream={stream}
                  onStream={setStream}
                  chosen={chosen}
                  onChoose={(proposal) => setKind(proposal.kind)}
                />
              ) : (
                requested.has('field') && message && <Alert kind="info">{texts.proposals.nothing}</Alert>
              )
            }
            mayEdit
          />
        </>
      )}
    </PageLayout>
  );
}

export function RulePage({ params }: PageProps): ReactNode {
  const { client } = useConnection();
  const { readonly } = useHostElement();
  const granted = useCurrentUser()?.permissions ?? [];
  const id = params['ruleId'] ?? '';
  const { data, error, refetch } = useQuery(ruleQuery(client, id));
  usePageTitle(data?.title ? `${words.page} ${data.title}` : undefined);
  if (error instanceof Forbidden) return <Refusal error={error} />;
  const mayEdit = !readonly && allows(granted, `pipeline_rule:edit:${id}`);
  return (
    <PageLayout>
      <PageTabs tabs={pipelineTabs('rules')} />
      {data && <RuleForm key={id} rule={{ ...data, id }} mayEdit={mayEdit} />}
      {!data && !error && <Loading />}
      {!data && error instanceof NotFound && <EmptyState icon={<PipelineIcon />} title={words.missing} />}
      {!data && error && !(error instanceof NotFound) && (
        <ErrorPanel title={words.loadingFailed} errors={[reasonOf(error)]} onRetry={() => void refetch()} />
      )}
    </PageLayout>
  );
}
