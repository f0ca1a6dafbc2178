/**
 * Renders a page with the extractors of an input as JSON, which can be copied or downloaded (screens/data-intake.md
 * X4).
 */
import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Forbidden, reasonOf } from '../../../api/failures.js';
import { extractorsQuery } from '../../../api/queries/extractors.js';
import { serverRootQuery } from '../../../api/queries/server-root.js';
import { useConnection } from '../../element/connection-context.js';
import { Button } from '../../kit/button.js';
import { CopyButton } from '../../kit/copy-button.js';
import { Section } from '../../kit/detail-page/index.js';
import { EmptyState } from '../../kit/empty-state.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { Field } from '../../kit/field.js';
import { DownloadIcon, ExtractIcon } from '../../kit/icons.js';
import { Loading } from '../../kit/loading.js';
import type { PageProps } from '../../kit/pages.js';
import { Refusal } from '../../kit/refusal.js';
import { saveFile } from '../../kit/save-file.js';
import { Textarea } from '../../kit/textarea.js';
import { exportText } from './extractor-file.js';
import { texts } from './texts.js';
import { WithInput } from './with-input.js';

const { exporting: words } = texts;

const useStyles = makeStyles({
  buttons: { display: 'flex', gap: '8px', flexWrap: 'wrap', marginTop: '12px', alignItems: 'center' },
});

export function ExportPage({ params }: PageProps): ReactNode {
  return (
    <WithInput params={params} title={words.page} description={words.description}>
      {({ input }) => <Exported inputId={input.id} />}
    </WithInput>
  );
}

function Exported({ inputId }: { readonly inputId: string }): ReactNode {
  const styles = useStyles();
  const { client } = useConnection();
  const { data, error, refetch } = useQuery({ ...extractorsQuery(client, inputId), refetchInterval: false });
  // The server's version is read from the root endpoint, because every user may read that endpoint.
  const root = useQuery(serverRootQuery(client));
  if (error instanceof Forbidden) return <Refusal error={error} />;
  if (error) {
    return <ErrorPanel title={texts.list.failed} errors={[reasonOf(error)]} onRetry={() => void refetch()} />;
  }
  if (!data || root.isPending) return <Loading />;
  if (data.length === 0) return <EmptyState icon={<ExtractIcon />} title={words.none} />;
  const text = exportText(data, root.data?.version ?? '');
  const download = (): void =>
    saveFile({ blob: new Blob([text], { type: 'application/json' }), fileName: `extractors-${inputId}.json` });
  return (
    <Section title={texts.list.title}>
      <Field label={words.title}>
        <Textarea mono readOnly rows={30} value={text} onChange={() => undefined} />
      </Field>
      <div className={styles.buttons}>
        <CopyButton words size="medium" label={words.copy} text={text} />
        <Button icon={<DownloadIcon />} onClick={download}>
          {words.download}
        </Button>
      </div>
    </Section>
  );
}
