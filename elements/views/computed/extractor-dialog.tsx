/**
 * Renders a dialog to choose the input for a new extractor. The extractor extracts a field that until now is computed
 * at query time.
 */
import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { reasonOf } from '../../../api/failures.js';
import { allows } from '../../../api/permissions.js';
import { inputsQuery } from '../../../api/queries/inputs.js';
import { extractorOfComputed } from '../../../machines/computed-extractor.js';
import type { ComputedField } from '../../../machines/computed-fields.js';
import { useConnection, useCurrentUser } from '../../element/connection-context.js';
import { useNavigate } from '../../element/host-context.js';
import { Button } from '../../kit/button.js';
import { Dialog } from '../../kit/dialog.js';
import { newExtractorRoute } from '../../kit/extractor-routes.js';
import { Field } from '../../kit/field.js';
import { Select } from '../../kit/select.js';
import { space, tokens, type } from '../../kit/tokens.js';
import { computedTexts } from './texts.js';

const { extractor: words } = computedTexts;

const useStyles = makeStyles({
  body: { display: 'flex', flexDirection: 'column', gap: `${space.xl}px` },
  text: { margin: 0, ...type.body, color: tokens.text.secondary },
});

export interface ComputedExtractorDialogProps {
  readonly computed: ComputedField;
  readonly onBack: () => void;
}

export function ComputedExtractorDialog({ computed, onBack }: ComputedExtractorDialogProps): ReactNode {
  const styles = useStyles();
  const { client } = useConnection();
  const granted = useCurrentUser()?.permissions ?? [];
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<string>();
  const { data, error, isPending } = useQuery(inputsQuery(client));
  const inputs = (data?.inputs ?? [])
    .filter(({ id }) => allows(granted, `inputs:edit:${id}`))
    .sort((one, other) => one.title.localeCompare(other.title));
  const input = inputs.find(({ id }) => id === chosen);
  const submit = (): void => {
    if (!input) return;
    const { type: extractor, field, ...draft } = extractorOfComputed(computed);
    const start = { type: extractor, field, index: '', messageId: '', draft: JSON.stringify(draft) };
    navigate(newExtractorRoute({ inputId: input.id, nodeId: input.node ?? 'any' }, start), { newTab: true });
    onBack();
  };
  return (
    <Dialog
      open
      size="small"
      title={words.title(computed.name)}
      onClose={onBack}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onBack}>{computedTexts.form.back}</Button>
          <Button appearance="primary" type="submit" disabled={!input}>
            {words.submit}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <p className={styles.text}>{computed.kind === 'json' ? words.json(computed.pattern) : words.intro}</p>
        {error ? (
          <p role="alert" className={styles.text}>
            {words.failed(reasonOf(error))}
          </p>
        ) : (
          <Field label={words.input} {...(!isPending && inputs.length === 0 && { help: words.none })}>
            <Select
              options={inputs.map(({ id, title }) => ({ value: id, label: title }))}
              value={chosen}
              onChange={setChosen}
              placeholder={words.choose}
            />
          </Field>
        )}
      </div>
    </Dialog>
  );
}
