import { useContext, useState } from 'react';
import { extractorTypes, type ExtractorType } from '../../../api/extractors/types/index.js';
import { useNavigate } from '../../element/host-context.js';
import { Button } from '../../kit/button.js';
import { Dialog } from '../../kit/dialog.js';
import { newExtractorRoute } from '../../kit/extractor-routes.js';
import { Field } from '../../kit/field.js';
import { Select } from '../../kit/select.js';
import type { ActionSubject } from './actions.js';
import { dialogTexts as texts } from './dialog-texts.js';
import { MessageOriginContext } from './interactions.js';

export interface ExtractorDialogProps {
  readonly subject: Extract<ActionSubject, { kind: 'value' }>;
  readonly onClose: () => void;
}

const typeOptions = extractorTypes.map(({ type, label }) => ({ value: type, label }));

/** Asks for the type of an extractor and opens its editor with the field and message as the example. */
export function ExtractorDialog({ subject, onClose }: ExtractorDialogProps) {
  const navigate = useNavigate();
  const origin = useContext(MessageOriginContext);
  const [type, setType] = useState<ExtractorType>();
  const submit = () => {
    if (!origin || type === undefined) return;
    const { inputId = '', nodeId, index, id: messageId } = origin;
    const start = { type, field: subject.field, index, messageId };
    navigate(newExtractorRoute({ inputId, nodeId }, start), { newTab: true });
    onClose();
  };
  return (
    <Dialog
      open
      size="small"
      title={texts.extractor.title(subject.field)}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button appearance="primary" type="submit" disabled={type === undefined}>
            {texts.extractor.submit}
          </Button>
        </>
      }
    >
      <Field label={texts.extractor.type}>
        <Select options={typeOptions} value={type} onChange={setType} placeholder={texts.extractor.choose} />
      </Field>
    </Dialog>
  );
}
