/**
 * Renders the preview of an input with the settings of the form: recognised formats of files or lines, and the first
 * messages.
 */
import { makeStyles } from '@griffel/react';
import { useMutation } from '@tanstack/react-query';
import { useId, useState, type ReactNode } from 'react';
import { declaredValues, type ConfigValues } from '../../../api/contract/config-fields.js';
import type {
  InputPreview as Preview,
  InputTypeInfo,
  PreviewedFile,
  PreviewedMessage,
} from '../../../api/contract/inputs.js';
import { reasonOf } from '../../../api/failures.js';
import { previewInputMutation } from '../../../api/queries/input-administration.js';
import { useConnection } from '../../element/connection-context.js';
import { Alert } from '../../kit/alert.js';
import { Button } from '../../kit/button.js';
import { ColumnHeads } from '../../kit/column-heads.js';
import { Field } from '../../kit/field.js';
import { formatBytes } from '../../kit/format.js';
import { ShowIcon } from '../../kit/icons.js';
import { Textarea } from '../../kit/textarea.js';
import { Timestamp } from '../../kit/timestamp.js';
import { container, tokens, type as texttype } from '../../kit/tokens.js';
import { LevelValue } from '../../widgets/values/level-value.js';
import { texts } from './texts.js';

const { preview: words } = texts;

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '12px',
    paddingTop: '16px',
    borderTop: `1px solid ${tokens.border.divider}`,
    containerType: 'inline-size',
    ...texttype.body,
  },
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px 12px' },
  title: { ...texttype.sectionTitle },
  help: { color: tokens.text.tertiary, ...texttype.caption },
  result: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '12px' },
  table: {
    width: '100%',
    borderCollapse: 'collapse',
    '& th, & td': { padding: '6px 12px 6px 0', textAlign: 'start', verticalAlign: 'top', overflowWrap: 'anywhere' },
    '& thead th': { color: tokens.text.secondary, whiteSpace: 'nowrap', ...texttype.overline },
    '& tbody tr': { borderTop: `1px solid ${tokens.border.divider}` },
    [container.compact]: {
      display: 'block',
      '& thead': { display: 'none' },
      '& tbody, & tr, & td': { display: 'block' },
      '& td': { padding: '1px 0' },
      '& tr': { padding: '8px 0' },
    },
  },
  short: { whiteSpace: 'nowrap' },
  // A typical name of a source fits on one line in this width.
  source: { minWidth: '96px' },
  bytes: { whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' },
  reason: { color: tokens.status.danger.text },
  message: { whiteSpace: 'pre-wrap', unicodeBidi: 'isolate', ...texttype.logSmall },
  fields: { marginTop: '2px', color: tokens.text.secondary, unicodeBidi: 'isolate', ...texttype.caption },
  field: { display: 'inline-block', marginInlineEnd: '12px' },
});

export interface InputPreviewProps {
  readonly type: InputTypeInfo;
  readonly values: ConfigValues;
  /** True if the settings are complete. */
  readonly whole: boolean;
}

export function InputPreview({ type, values, whole }: InputPreviewProps): ReactNode {
  const styles = useStyles();
  const titleId = useId();
  const { client } = useConnection();
  const [text, setText] = useState('');
  const { mutate, data, error, isPending, variables } = useMutation(previewInputMutation(client));
  const ofLines = type.preview === 'lines';
  const request = {
    type: type.type,
    configuration: declaredValues(type.requested_configuration, values),
    ...(ofLines && { text }),
  };
  // True if the result belongs to the present settings of the form.
  const isCurrent = JSON.stringify(variables) === JSON.stringify(request);
  return (
    <section className={styles.root} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h3 id={titleId} className={styles.title}>
          {words.title}
        </h3>
        <Button
          size="small"
          icon={<ShowIcon />}
          busy={isPending}
          disabled={!whole || (ofLines && text.trim() === '')}
          disabledReason={whole ? words.textMissing : words.incomplete}
          onClick={() => !isPending && mutate(request)}
        >
          {words.show}
        </Button>
      </div>
      <p className={styles.help}>{ofLines ? words.helpLines : words.helpFiles}</p>
      {ofLines && (
        <Field label={words.lines}>
          <Textarea mono rows={4} maxLength={longest} value={text} onChange={setText} />
        </Field>
      )}
      <div role="status" className={styles.result}>
        {isCurrent && error && (
          <Alert kind="danger" title={words.failed}>
            {reasonOf(error)}
          </Alert>
        )}
        {isCurrent && data && <Result preview={data} ofLines={ofLines} />}
      </div>
    </section>
  );
}

/** Maximum number of characters of the lines that the server accepts. */
const longest = 65_536;

const fileColumns = ['file', 'size', 'format'] as const;
const messageColumns = ['time', 'level', 'source', 'message'] as const;

function Result({ preview, ofLines }: { readonly preview: Preview; readonly ofLines: boolean }): ReactNode {
  const styles = useStyles();
  const { count, files, format, messages, remark } = preview;
  return (
    <>
      {remark !== null && <Alert kind="warning">{remark}</Alert>}
      {ofLines ? (
        <p>{words.format(format)}</p>
      ) : (
        (count > 0 || remark === null) && <p>{words.found(count, files.length)}</p>
      )}
      {files.length > 0 && (
        <table className={styles.table} aria-label={words.files}>
          <ColumnHeads labels={fileColumns.map((column) => words.columns[column])} />
          <tbody>
            {files.map((file) => (
              <FileRow key={file.name} file={file} />
            ))}
          </tbody>
        </table>
      )}
      {messages.length > 0 ? (
        <table className={styles.table} aria-label={words.messages}>
          <ColumnHeads labels={messageColumns.map((column) => words.columns[column])} />
          <tbody>
            {messages.map((message, at) => (
              // The position is a valid key: the rows of a preview never change, and another preview is mounted anew.
              <MessageRow key={at} message={message} />
            ))}
          </tbody>
        </table>
      ) : (
        (ofLines || files.some(({ reason }) => reason === null)) && <p>{words.noMessages}</p>
      )}
    </>
  );
}

function FileRow({ file: { name, bytes, compressed, format, reason } }: { readonly file: PreviewedFile }): ReactNode {
  const styles = useStyles();
  return (
    <tr>
      <td>
        <bdi>{name}</bdi>
      </td>
      <td className={styles.bytes}>
        {formatBytes(bytes)}
        {compressed && ` ${words.compressed}`}
      </td>
      <td>
        {(reason === null || format !== null) && <div>{format ?? words.noFormat}</div>}
        {reason !== null && (
          <div className={styles.reason}>
            {words.unread} <bdi>{reason}</bdi>
          </div>
        )}
      </td>
    </tr>
  );
}

function MessageRow({ message }: { readonly message: PreviewedMessage }): ReactNode {
  const styles = useStyles();
  const fields = Object.entries(message.fields);
  return (
    <tr>
      <td className={styles.short}>
        <Timestamp instant={message.timestamp} />
      </td>
      <td className={styles.short}>{message.level !== null && <LevelValue value={message.level} />}</td>
      <td className={styles.source}>
        <bdi>{message.source}</bdi>
      </td>
      <td>
        <div className={styles.message}>{message.message}</div>
        {(fields.length > 0 || message.lines > 1) && (
          <div className={styles.fields}>
            {message.lines > 1 && <span className={styles.field}>{words.ofLines(message.lines)}</span>}
            {fields.map(([name, value]) => (
              <span key={name} className={styles.field}>
                {name}: <bdi>{value}</bdi>
              </span>
            ))}
          </div>
        )}
      </td>
    </tr>
  );
}
