/**
 * Renders a section in which the user starts a new extractor by selecting a message of the input, a field, and the type
 * of the extractor (screens/data-intake.md X1).
 */
import { useState, type ReactNode } from 'react';
import type { ResultMessage } from '../../../api/contract/searches.js';
import { extractorTypes } from '../../../api/extractors/types/index.js';
import { Button } from '../../kit/button.js';
import { Section } from '../../kit/detail-page/index.js';
import { AddIcon, ChevronDownIcon } from '../../kit/icons.js';
import { lazyPart } from '../../kit/lazy-part.js';
import { Loading } from '../../kit/loading.js';
import { Menu, type MenuEntry } from '../../kit/menu.js';
import { Part } from '../../kit/part.js';
import type { MessageLoaderProps } from '../message-loader/index.js';
import { placeOfMessage, routes } from './routes.js';
import { texts } from './texts.js';
import type { ShownInput } from './with-input.js';

const MessageLoader = lazyPart<'MessageLoader', MessageLoaderProps>(
  () => import('../message-loader/index.js'),
  'MessageLoader',
);

const { start: words } = texts;

const byLabel = extractorTypes.toSorted((one, other) => one.label.localeCompare(other.label));

export function StartSection({ input, place }: Omit<ShownInput, 'mayEdit'>): ReactNode {
  const [open, setOpen] = useState(false);
  const [message, setMessage] = useState<ResultMessage>();
  const fieldMenu =
    message &&
    ((field: string, value: unknown): ReactNode => (
      <TypeMenu message={message} place={place} field={field} value={value} />
    ));
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
          <MessageLoader input={input} message={message} onMessage={setMessage} fieldMenu={fieldMenu} />
        </Part>
      )}
    </Section>
  );
}

interface TypeMenuProps extends Pick<ShownInput, 'place'> {
  readonly message: ResultMessage;
  readonly field: string;
  readonly value: unknown;
}

/**
 * Renders a menu of the extractor types for a field; for a field that is no text, it shows why extractors cannot be
 * created.
 */
function TypeMenu({ message, place, field, value }: TypeMenuProps): ReactNode {
  // The timestamp is a text only in stored messages, not when extractors run.
  const isText = typeof value === 'string' && field !== 'timestamp';
  const entries = isText
    ? byLabel.map(({ type, label }): MenuEntry => {
        const start = { type, field, index: message.index, messageId: String(message.message['_id']) };
        const route = routes.create(placeOfMessage(message.message, place), start);
        return { key: type, label, route };
      })
    : [{ key: 'none', label: words.notText, disabled: true }];
  return (
    <Menu label={words.chooseFor(field)} entries={entries}>
      <Button size="small" iconAfter={<ChevronDownIcon />} aria-label={words.chooseFor(field)}>
        {words.choose}
      </Button>
    </Menu>
  );
}
