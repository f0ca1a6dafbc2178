/**
 * Renders a page that lists the inputs, which the user can launch, edit, start, stop and delete (screens/data-intake.md
 * I1, I2).
 */
import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import type { InputSummary } from '../../../api/contract/inputs.js';
import { Forbidden, reasonOf } from '../../../api/failures.js';
import {
  administeredInputsQuery,
  clusterInputStatesQuery,
  inputTypesQuery,
  nodeFiguresQuery,
  typeOf,
} from '../../../api/queries/input-administration.js';
import { nodesQuery } from '../../../api/queries/nodes.js';
import { useConnection, usePermission } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { usePageTitle } from '../../element/page-title.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { Field } from '../../kit/field.js';
import { Float } from '../../kit/float.js';
import { inOrder } from '../../kit/in-order.js';
import { CardList } from '../../kit/configured/configured-card.js';
import { LaunchTool } from '../../kit/configured/launch-tool.js';
import { lazyPart } from '../../kit/lazy-part.js';
import { Link } from '../../kit/link.js';
import { Loading } from '../../kit/loading.js';
import { nameFilter } from '../../kit/name-filter.js';
import { nodeName } from '../../kit/node-name.js';
import { PageHeader } from '../../kit/page-header.js';
import { PageLayout } from '../../kit/page-layout.js';
import type { PageProps } from '../../kit/pages.js';
import { Refusal } from '../../kit/refusal.js';
import { SearchBox } from '../../kit/search-box.js';
import { useAddressFilter } from '../../kit/use-address-filter.js';
import { tokens, type } from '../../kit/tokens.js';
import { InputCard, type InputTask } from './input-card.js';
import { figureNames } from './input-figures.js';
import { routes } from './routes.js';
import { texts } from './texts.js';

const InputDialog = lazyPart(() => import('./input-dialog.js'), 'InputDialog');
const StaticFieldDialog = lazyPart(() => import('./static-field-dialog.js'), 'StaticFieldDialog');
const SnippetsDialog = lazyPart(() => import('./snippets-dialog.js'), 'SnippetsDialog');
const TestMessageDialog = lazyPart(() => import('./test-message-dialog.js'), 'TestMessageDialog');
const RefusedDialog = lazyPart(() => import('./refused-dialog.js'), 'RefusedDialog');

const useStyles = makeStyles({
  tools: { display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: '16px 24px' },
  filter: { flex: '0 1 300px', minWidth: 'min(100%, 200px)' },
  section: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '12px' },
  heading: { display: 'flex', alignItems: 'baseline', flexWrap: 'wrap', gap: '8px', ...type.sectionTitle },
  count: { color: tokens.text.secondary, ...type.body },
  none: { color: tokens.text.secondary, ...type.body },
});

const noInputs: readonly InputSummary[] = [];
const noFigures = {};

export function InputsPage({ params, search = '', onSearch }: PageProps): ReactNode {
  const styles = useStyles();
  const { client } = useConnection();
  const { readonly } = useHostElement();
  const nodeId = params['nodeId'];
  const mayCreate = usePermission('inputs:create') && !readonly && nodeId === undefined;
  const inputs = useQuery(administeredInputsQuery(client));
  const states = useQuery(clusterInputStatesQuery(client));
  const nodes = useQuery(nodesQuery(client));
  const types = useQuery(inputTypesQuery(client));
  const [filter, changeFilter] = useAddressFilter(search, onSearch);
  const [open, setOpen] = useState<InputTask>();
  const close = (): void => setOpen(undefined);
  const node = nodes.data?.find((one) => one.node_id === nodeId);
  const nameOfNode = nodeId === undefined ? undefined : node ? nodeName(node) : nodeId;
  usePageTitle(nameOfNode && `${texts.pageOfNode} ${nameOfNode}`);

  const sorted = useMemo(
    () => (inputs.data ?? noInputs).toSorted((one, other) => inOrder(one.title, other.title)),
    [inputs.data],
  );
  const ofPage = useMemo(
    () => sorted.filter((input) => nodeId === undefined || input.global || input.node === nodeId),
    [sorted, nodeId],
  );
  const wanted = useMemo(() => nameFilter(filter), [filter]);
  const shown = useMemo(() => (wanted ? ofPage.filter(({ title }) => wanted.test(title)) : ofPage), [ofPage, wanted]);
  const names = useMemo(() => figureNames(shown), [shown]);
  const figures = useQuery(nodeFiguresQuery(client, names));

  if (inputs.error instanceof Forbidden) return <Refusal error={inputs.error} />;
  const section = (kind: 'global' | 'local'): ReactNode => {
    const isGlobal = kind === 'global';
    const all = ofPage.filter((input) => input.global === isGlobal);
    const found = shown.filter((input) => input.global === isGlobal);
    const heading = texts.sections[nodeId === undefined ? kind : (`${kind}OfNode` as const)];
    return (
      <section className={styles.section} aria-label={heading}>
        <h2 className={styles.heading}>
          {heading}
          <span className={styles.count}>{texts.configured(all.length)}</span>
        </h2>
        {found.length === 0 ? (
          <p className={styles.none}>{(all.length === 0 ? texts.none : texts.unmatched)[kind]}</p>
        ) : (
          <CardList>
            {found.map((input) => (
              <InputCard
                key={input.id}
                input={input}
                type={types.data && typeOf(types.data, input.type)}
                typesKnown={types.data !== undefined}
                states={states.data}
                nodes={nodes.data ?? []}
                figures={figures.data ?? (figures.isError ? noFigures : undefined)}
                onTask={setOpen}
              />
            ))}
          </CardList>
        )}
      </section>
    );
  };
  return (
    <PageLayout>
      <PageHeader
        title={nodeId === undefined ? texts.page : texts.pageOfNode}
        {...(nameOfNode !== undefined && { name: nameOfNode })}
        description={nodeId === undefined ? texts.description : texts.descriptionOfNode}
        {...(nodeId !== undefined && { actions: <Link route={routes.list}>{texts.allInputs}</Link> })}
      />
      <div className={styles.tools}>
        {mayCreate && (
          <LaunchTool
            types={types.data}
            error={types.error}
            texts={texts.launch}
            onLaunch={(chosen) => setOpen({ kind: 'create', type: chosen })}
          />
        )}
        <div className={styles.filter}>
          <Field label={texts.filter} error={wanted ? undefined : texts.badFilter}>
            <SearchBox label={texts.filter} query={filter} onSearch={changeFilter} />
          </Field>
        </div>
      </div>
      {inputs.data ? (
        <>
          {states.error && !states.data && (
            <ErrorPanel
              title={texts.statesFailed}
              errors={[reasonOf(states.error)]}
              onRetry={() => void states.refetch()}
            />
          )}
          {section('global')}
          {section('local')}
        </>
      ) : inputs.error ? (
        <ErrorPanel
          title={texts.loadingFailed}
          errors={[reasonOf(inputs.error)]}
          onRetry={() => void inputs.refetch()}
        />
      ) : (
        <Loading />
      )}
      <Float onFailed={close}>
        {(open?.kind === 'create' || open?.kind === 'edit') && (
          <InputDialog task={open} nodes={nodes.data} nodesError={nodes.error} onClose={close} />
        )}
        {open?.kind === 'field' && <StaticFieldDialog input={open.input} onClose={close} />}
        {open?.kind === 'sending' && <SnippetsDialog title={open.input.title} help={open.help} onClose={close} />}
        {open?.kind === 'trial' && <TestMessageDialog input={open.input} sample={open.sample} onClose={close} />}
        {open?.kind === 'refused' && <RefusedDialog input={open.input} onClose={close} />}
      </Float>
    </PageLayout>
  );
}
