/**
 * Renders a dialog with settings and commands for sending messages to an input, which contain the address of the input.
 */
import { makeStyles } from '@griffel/react';
import type { ReactNode } from 'react';
import { Button } from '../../kit/button.js';
import { CopyButton } from '../../kit/copy-button.js';
import { Dialog } from '../../kit/dialog.js';
import { tokens, type } from '../../kit/tokens.js';
import type { SendingHelp } from './sending-help.js';
import { texts } from './texts.js';

const { sending: words } = texts;

const useStyles = makeStyles({
  body: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px', ...type.body },
  one: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '4px' },
  head: { display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: '4px 12px' },
  name: type.cardTitle,
  place: { flexGrow: 1, color: tokens.text.secondary, ...type.caption },
  text: {
    margin: 0,
    padding: '8px 12px',
    maxHeight: '260px',
    overflow: 'auto',
    borderRadius: '4px',
    backgroundColor: tokens.surface.inset,
    ...type.logSmall,
  },
});

export interface SnippetsDialogProps {
  readonly title: string;
  readonly help: SendingHelp;
  readonly onClose: () => void;
}

export function SnippetsDialog({ title, help, onClose }: SnippetsDialogProps): ReactNode {
  const styles = useStyles();
  return (
    <Dialog
      open
      size="large"
      title={words.title(title)}
      onClose={onClose}
      footer={<Button onClick={onClose}>{words.close}</Button>}
    >
      <div className={styles.body}>
        <p>{help.intro}</p>
        {help.snippets.map(({ name, place, text }) => (
          <section key={name} className={styles.one} aria-label={name}>
            <div className={styles.head}>
              <h3 className={styles.name}>{name}</h3>
              <span className={styles.place}>{place}</span>
              <CopyButton label={words.copy(name)} text={text} />
            </div>
            <pre className={styles.text} tabIndex={0} aria-label={words.snippet(name)}>
              {text}
            </pre>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
