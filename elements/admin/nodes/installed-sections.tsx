/** Renders sections with the plug-ins and the input types that are installed on a node. */
import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { reasonOf } from '../../../api/failures.js';
import { clusterInputStatesQuery, inputTypesQuery } from '../../../api/queries/input-administration.js';
import { nodePluginsQuery } from '../../../api/queries/node-state.js';
import { useConnection } from '../../element/connection-context.js';
import { useNavigate } from '../../element/host-context.js';
import { Button } from '../../kit/button.js';
import { ColumnHeads } from '../../kit/column-heads.js';
import { Section } from '../../kit/detail-page/index.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { useFactTable } from '../../kit/fact-table.js';
import { OutsideLink } from '../../kit/link.js';
import { Loading } from '../../kit/loading.js';
import { type } from '../../kit/tokens.js';
import { routes } from './routes.js';
import { texts } from './texts.js';

const { node: words } = texts;

const useStyles = makeStyles({
  id: { ...type.logSmall },
});

export function PluginsSection({ nodeId }: { readonly nodeId: string }): ReactNode {
  const table = useFactTable();
  const { client } = useConnection();
  const { data, error, refetch } = useQuery(nodePluginsQuery(client, nodeId));
  return (
    <Section title={words.plugins(data?.length ?? 0)}>
      {data ? (
        data.length === 0 ? (
          <p>{words.noPlugins}</p>
        ) : (
          <table className={table}>
            <ColumnHeads labels={words.pluginColumns} />
            <tbody>
              {data.map(({ unique_id: id, name, version, author, description, url }) => (
                <tr key={id}>
                  <td>{name}</td>
                  <td>{version}</td>
                  <td>{author}</td>
                  <td>
                    {description} {url !== '' && <OutsideLink href={url}>{words.website}</OutsideLink>}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )
      ) : error ? (
        <ErrorPanel title={words.loadingFailed} errors={[reasonOf(error)]} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </Section>
  );
}

/** Renders a section with the input types of a node; the page shows it to users who may read inputs. */
export function InputTypesSection({ nodeId }: { readonly nodeId: string }): ReactNode {
  const styles = useStyles();
  const table = useFactTable();
  const { client } = useConnection();
  const navigate = useNavigate();
  const types = useQuery(inputTypesQuery(client));
  const states = useQuery(clusterInputStatesQuery(client));
  const running = (states.data?.[nodeId] ?? []).filter(({ state }) => state === 'RUNNING').length;
  return (
    <Section
      title={words.types}
      intro={states.data && words.running(running)}
      action={
        <Button size="small" onClick={() => navigate(routes.inputs(nodeId))}>
          {words.manageInputs}
        </Button>
      }
    >
      {types.data ? (
        <table className={table}>
          <ColumnHeads labels={words.typeColumns} />
          <tbody>
            {Object.entries(types.data).map(([id, { name, link_to_docs: link }]) => (
              <tr key={id}>
                <td>{name}</td>
                <td className={styles.id}>{id}</td>
                <td>{link !== '' && <OutsideLink href={link}>{words.documentation}</OutsideLink>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : types.error ? (
        <ErrorPanel title={words.loadingFailed} errors={[reasonOf(types.error)]} onRetry={() => void types.refetch()} />
      ) : (
        <Loading />
      )}
    </Section>
  );
}
