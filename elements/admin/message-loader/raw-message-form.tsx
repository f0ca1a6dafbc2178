/**
 * Renders a form that decodes a raw text to a message with a codec that the user selects (screens/data-intake.md M2).
 */
import { makeStyles } from '@griffel/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { ResultMessage } from '../../../api/contract/searches.js';
import { reasonOf } from '../../../api/failures.js';
import { codecTypesQuery, parseRawMessage, type RawMessage } from '../../../api/queries/messages.js';
import { initialValues, missingFields } from '../../../api/contract/config-fields.js';
import { useConnection } from '../../element/connection-context.js';
import { Button } from '../../kit/button.js';
import { ConfigurationFields } from '../../kit/configuration-fields.js';
import { useToasts } from '../../kit/feedback.js';
import { Field } from '../../kit/field.js';
import { Input } from '../../kit/input.js';
import { SearchSelect } from '../../kit/search-select.js';
import { Textarea } from '../../kit/textarea.js';
import { useRuleInputs } from '../../kit/use-rule-inputs.js';
import { texts } from './texts.js';

/** Codec that is not offered, because it generates random messages and cannot decode a text. */
const hiddenCodec = 'random-http-msg';

const useStyles = makeStyles({
  form: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '12px', marginTop: '12px' },
  button: { justifySelf: 'start' },
});

export interface RawMessageFormProps {
  readonly onMessage: (message: ResultMessage | undefined) => void;
  readonly onRaw?: ((raw: RawMessage) => void) | undefined;
}

export function RawMessageForm({ onMessage, onRaw }: RawMessageFormProps): ReactNode {
  const styles = useStyles();
  const { client } = useConnection();
  const { toast } = useToasts();
  const { mayRead, options: inputs } = useRuleInputs();
  const { data: codecs, error } = useQuery(codecTypesQuery(client));
  const [text, setText] = useState('');
  const [address, setAddress] = useState('127.0.0.1');
  const [inputId, setInputId] = useState<string>();
  const [codec, setCodec] = useState<string>();
  const [configuration, setConfiguration] = useState<Readonly<Record<string, unknown>>>({});
  const fields = (codec !== undefined && codecs?.[codec]?.requested_configuration) || {};
  const missing = missingFields(fields, configuration);
  const parsing = useMutation({
    mutationFn: (raw: RawMessage) => parseRawMessage(client, raw),
    onSuccess: (message, raw) => {
      onMessage(message);
      onRaw?.(raw);
    },
    onError: (failure) => toast('error', texts.parseFailed(reasonOf(failure)), texts.parseFailedTitle),
  });
  const options = Object.values(codecs ?? {})
    .filter(({ type }) => type !== hiddenCodec)
    .map(({ type, name }) => ({ value: type, label: name || type }))
    .sort((one, other) => one.label.localeCompare(other.label));
  return (
    <div className={styles.form}>
      <Field label={texts.raw} required>
        <Textarea mono rows={3} value={text} onChange={setText} />
      </Field>
      <Field label={texts.sourceIp} optional>
        <Input mono value={address} onChange={setAddress} />
      </Field>
      {mayRead && (
        <Field label={texts.messageInput} optional help={texts.messageInputHelp}>
          <SearchSelect options={inputs} value={inputId} onChange={setInputId} placeholder={texts.selectInput} />
        </Field>
      )}
      <Field label={texts.codec} required error={error ? texts.codecsFailed(reasonOf(error)) : undefined}>
        <SearchSelect
          options={options}
          loading={!codecs && !error}
          value={codec}
          placeholder={texts.selectCodec}
          onChange={(type) => {
            setCodec(type);
            setConfiguration(type === undefined ? {} : initialValues(codecs?.[type]?.requested_configuration ?? {}));
          }}
        />
      </Field>
      <ConfigurationFields
        fields={fields}
        values={configuration}
        onChange={setConfiguration}
        missing={parsing.isError ? missing : []}
      />
      <Button
        className={styles.button}
        busy={parsing.isPending}
        disabled={text === '' || codec === undefined}
        disabledReason={text === '' ? texts.rawMissing : texts.codecMissing}
        onClick={() =>
          parsing.mutate({
            text,
            codec: codec ?? '',
            configuration,
            remoteAddress: address.trim() || '127.0.0.1',
            inputId,
          })
        }
      >
        {texts.load}
      </Button>
    </div>
  );
}
