/** The way to a new extractor: a message of the input, the field that is taken apart, and how (screens/data-intake.md X1). */
import { makeStyles } from '@griffel/react';
import { useState, type ReactNode } from 'react';
import type { ExtractorType } from '../../../api/contract/extractors.js';
import type { ResultMessage } from '../../../api/contract/searches.js';
import { isReservedField } from '../../../machines/view/listed-fields.js';
import { useNavigate } from '../../element/host-context.js';
import { Button } from '../../kit/button.js';
import { Section } from '../../kit/detail-page/index.js';
import { Field } from '../../kit/field.js';
import { AddIcon } from '../../kit/icons.js';
import { lazyPart } from '../../kit/lazy-part.js';
import { Loading } from '../../kit/loading.js';
import { Part } from '../../kit/part.js';
import { Select } from '../../kit/select.js';
import { container } from '../../kit/tokens.js';
import type { MessageLoaderProps } from '../message-loader/index.js';
import { extractorTypes } from './extractor-form.js';
import { routes } from './routes.js';
import { texts } from './texts.js';
import type { ShownInput } from './with-input.js';

const MessageLoader = lazyPart<'MessageLoader', MessageLoaderProps>(
  () => import('../message-loader/index.js'),
  'MessageLoader',
);

const { start: words } = texts;

const useStyles = makeStyles({
  choice: {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr)) auto',
    alignItems: 'start',
    gap: '12px',
    marginTop: '16px',
    [container.medium]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  // In one line with the controls, below their labels.
  button: { marginTop: '22px', justifySelf: 'start', [container.medium]: { marginTop: 0 } },
});

const types = extractorTypes.map((value) => ({ value, label: texts.types[value] }));

export function StartSection({ input, place }: Omit<ShownInput, 'mayEdit'>): ReactNode {
  const [open, setOpen] = useState(false);
  const [message, setMessage] = useState<ResultMessage>();
  return (
    <Section
      title={words.title}
      intro={words.intro}
      action={
        !open && (
          <Button appearance="primary" icon={<AddIcon />} onClick={() => setOpen(true)}>
            {words.create}
          </Button>
        )
      }
    >
      {open && (
        <Part fallback={<Loading />}>
          <MessageLoader input={input} message={message} onMessage={setMessage} />
        </Part>
      )}
      {message && <Choice key={String(message.message['_id'])} message={message} place={place} />}
    </Section>
  );
}

function Choice({ message, place }: Pick<ShownInput, 'place'> & { readonly message: ResultMessage }): ReactNode {
  const styles = useStyles();
  const navigate = useNavigate();
  const fields = fieldsOf(message);
  const [field, setField] = useState(fields.find(({ value, disabled }) => value === 'message' && !disabled)?.value);
  const [type, setType] = useState<ExtractorType>();
  const messageId = String(message.message['_id']);
  return (
    <div className={styles.choice}>
      <Field label={words.field} help={words.fieldHelp}>
        <Select options={fields} value={field} onChange={setField} placeholder={words.chooseField} />
      </Field>
      <Field label={words.type}>
        <Select options={types} value={type} onChange={setType} placeholder={words.chooseType} />
      </Field>
      <Button
        appearance="primary"
        className={styles.button}
        disabled={field === undefined || type === undefined}
        onClick={() => {
          if (field === undefined || type === undefined) return;
          navigate(routes.create(place, { type, field, index: message.index, messageId }));
        }}
      >
        {words.submit}
      </Button>
    </div>
  );
}

/** Those that an extractor could take apart; the others say why not. A time is a text only once it is stored. */
function fieldsOf({ message }: ResultMessage): readonly { value: string; label: string; disabled: boolean }[] {
  return Object.keys(message)
    .filter((name) => !isReservedField(name) && name !== 'timestamp')
    .toSorted()
    .map((name) => {
      const disabled = typeof message[name] !== 'string';
      return { value: name, label: disabled ? words.notText(name) : name, disabled };
    });
}
