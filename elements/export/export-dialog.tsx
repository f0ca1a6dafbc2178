/**
 * Renders the export dialog (screens/search.md §12): selection of the table, settings, and the download with its
 * progress.
 */
import { useQuery } from '@tanstack/react-query';
import { makeStyles } from '@griffel/react';
import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { ApiFailure, reasonOf as failureReason } from '../../api/failures.js';
import type { ExportFormat } from '../../api/queries/exports.js';
import { fieldsQuery } from '../../api/queries/fields.js';
import { serverRootQuery } from '../../api/queries/server-root.js';
import { exportLogic } from '../../machines/export-actors.js';
import {
  expectedMessages,
  exportFileName,
  exportInputOf,
  exportLimitOf,
  type ExportInput,
  type ExportSource,
} from '../../machines/export.js';
import { draftOf } from '../../machines/view/document.js';
import { useConnection } from '../element/connection-context.js';
import { useHostElement } from '../element/host-context.js';
import { Alert } from '../kit/alert.js';
import { Button } from '../kit/button.js';
import { Dialog } from '../kit/dialog.js';
import { useToasts } from '../kit/feedback.js';
import { DownloadIcon } from '../kit/icons.js';
import { space, tokens, type } from '../kit/tokens.js';
import { DownloadProgress } from './download-progress.js';
import { ExportSettings } from './export-settings.js';
import { saveFile } from '../kit/save-file.js';
import { TableChoice } from './table-choice.js';
import { texts } from './texts.js';

export interface ExportDialogProps {
  /** State of the page when the dialog opens; later changes do not affect it. */
  readonly source: ExportSource;
  /** Id of the message table to export; absent: the user selects one. */
  readonly widgetId?: string | undefined;
  readonly onClose: () => void;
}

const useStyles = makeStyles({
  body: {
    display: 'flex',
    flexDirection: 'column',
    gap: `${space.xxl}px`,
    color: tokens.text.primary,
    ...type.control,
  },
});

export function ExportDialog({ source, widgetId, onClose }: ExportDialogProps): ReactNode {
  const { timezone } = useHostElement();
  const [input] = useState(() => exportInputOf(source, timezone, widgetId));
  if (input) return <Export source={source} input={input} onClose={onClose} />;
  return (
    <Dialog open title={texts.titleSearch} onClose={onClose} footer={<Button onClick={onClose}>{texts.close}</Button>}>
      <Alert kind="warning">{texts.nothingSearched}</Alert>
    </Dialog>
  );
}

const formatNames: Readonly<Record<ExportFormat, string>> = { csv: 'CSV', json: 'JSON lines' };

/** Returns the text that explains a failed export to the user. */
function reasonOf(failure: unknown, format: ExportFormat): string {
  if (!(failure instanceof ApiFailure)) return texts.brokenOff;
  if (failure.status === 406 || failure.status === 415) return texts.formatRefused(formatNames[format]);
  return failureReason(failure);
}

function Export({ source, input, onClose }: ExportDialogProps & { readonly input: ExportInput }) {
  const styles = useStyles();
  const { client } = useConnection();
  const { toast } = useToasts();
  const [logic] = useState(() => exportLogic(client));
  const actor = useActorRef(logic, { input });
  const state = useSelector(actor, (snapshot) => snapshot);
  const { table, fields, limit, format, failure, file, progress } = state.context;
  const [{ streams, timeRange }] = useState(() => draftOf(source.document, source.queryId));
  const known = useQuery(fieldsQuery(client, streams, timeRange));
  const root = useQuery(serverRootQuery(client));

  const latest = useRef({ onClose, toast });
  useEffect(() => {
    latest.current = { onClose, toast };
  });
  useEffect(() => {
    if (!file) return;
    saveFile(file);
    latest.current.onClose();
  }, [file]);
  useEffect(() => {
    if (failure === undefined) return;
    const { table: chosen, format: wanted } = actor.getSnapshot().context;
    latest.current.toast('error', reasonOf(failure, wanted), chosen ? texts.failedForWidget : texts.failed);
  }, [failure, actor]);

  const downloading = state.matches('downloading');
  const setting = state.matches('setting');
  const limitWrong = Number.isNaN(exportLimitOf(limit) ?? 1);
  const disabledReason = fields.length === 0 ? texts.fieldsMissing : limitWrong ? texts.limitWrong : undefined;
  const close = () => {
    actor.send({ type: 'cancelled' });
    onClose();
  };
  const footer = (
    <>
      {downloading ? (
        <Button onClick={() => actor.send({ type: 'download.stopped' })}>{texts.stop}</Button>
      ) : (
        <Button onClick={close}>{texts.cancel}</Button>
      )}
      {(setting || downloading) && (
        <Button
          type="submit"
          appearance="primary"
          icon={<DownloadIcon />}
          busy={downloading}
          disabled={disabledReason !== undefined}
          disabledReason={disabledReason}
        >
          {texts.start}
        </Button>
      )}
    </>
  );
  return (
    <Dialog
      open
      title={input.viewType === 'DASHBOARD' ? texts.titleDashboard : texts.titleSearch}
      onClose={close}
      onSubmit={() => actor.send({ type: 'download.requested' })}
      footer={footer}
    >
      <div className={styles.body}>
        {state.matches('unavailable') && <Alert kind="warning">{texts.noTable}</Alert>}
        {state.matches('choosing') && (
          <TableChoice tables={input.tables} onChoose={(widgetId) => actor.send({ type: 'table.chosen', widgetId })} />
        )}
        {downloading && (
          <DownloadProgress
            fileName={exportFileName(table?.title ?? input.viewTitle, format)}
            progress={progress}
            expected={expectedMessages(state.context)}
          />
        )}
        {setting && (
          <ExportSettings
            context={state.context}
            known={known.data ?? []}
            loading={known.isPending}
            endsChoosable={root.data?.embedded === true}
            onEvent={(event) => actor.send(event)}
          />
        )}
      </div>
    </Dialog>
  );
}
