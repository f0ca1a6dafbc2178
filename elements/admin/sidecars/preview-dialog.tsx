/** Renders the preview of a template, with placeholders or with the values of a sidecar. */
import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { reasonOf } from '../../../api/failures.js';
import { previewTemplate } from '../../../api/queries/sidecar-configurations.js';
import { allSidecarsQuery } from '../../../api/queries/sidecars.js';
import { useConnection, usePermission } from '../../element/connection-context.js';
import { Button } from '../../kit/button.js';
import { Dialog } from '../../kit/dialog.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { Field } from '../../kit/field.js';
import { Loading } from '../../kit/loading.js';
import { SearchSelect } from '../../kit/search-select.js';
import { tokens, type } from '../../kit/tokens.js';
import { formTexts } from './form-texts.js';
import { texts } from './texts.js';

const words = formTexts.preview;

const useStyles = makeStyles({
  text: {
    margin: '12px 0 0',
    padding: '8px 12px',
    maxHeight: '55vh',
    overflow: 'auto',
    borderRadius: '4px',
    backgroundColor: tokens.surface.inset,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    ...type.logSmall,
  },
});

export interface PreviewDialogProps {
  readonly name: string;
  readonly template: string;
  readonly configurationId: string | undefined;
  /** True if the server can preview with a sidecar's values. */
  readonly isOwn: boolean;
  readonly onClose: () => void;
}

export function PreviewDialog({ name, template, configurationId, isOwn, onClose }: PreviewDialogProps): ReactNode {
  const styles = useStyles();
  const { client } = useConnection();
  const mayReadNodes = usePermission('sidecars:read') && isOwn;
  const [nodeId, setNodeId] = useState<string>();
  const sidecars = useQuery({ ...allSidecarsQuery(client), enabled: mayReadNodes, refetchInterval: false });
  const body = {
    template,
    ...(nodeId !== undefined && {
      node_id: nodeId,
      ...(configurationId !== undefined && { configuration_id: configurationId }),
    }),
  };
  const preview = useQuery({
    queryKey: ['sidecarPreview', body],
    queryFn: ({ signal }) => previewTemplate(client, body, signal),
    gcTime: 0,
    retry: false,
  });
  return (
    <Dialog
      open
      size="large"
      title={words.title(name)}
      onClose={onClose}
      footer={<Button onClick={onClose}>{texts.close}</Button>}
    >
      {mayReadNodes && (
        <Field label={words.node}>
          <SearchSelect
            options={(sidecars.data ?? []).map(({ node_id: id, node_name: node }) => ({ value: id, label: node }))}
            value={nodeId}
            placeholder={words.placeholders}
            onChange={setNodeId}
          />
        </Field>
      )}
      {preview.error ? (
        <ErrorPanel title={words.failed} errors={[reasonOf(preview.error)]} />
      ) : preview.data ? (
        <pre className={styles.text}>{preview.data.preview}</pre>
      ) : (
        <Loading />
      )}
    </Dialog>
  );
}
