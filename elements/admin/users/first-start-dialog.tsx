/**
 * Renders a first-start dialog for the administrator of a new server: replace the generated password, and create a
 * first user, because the built-in administrator is not meant for daily use. The choice "Later" is stored.
 */
import { makeStyles } from '@griffel/react';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { FirstStart, User } from '../../../api/contract/users.js';
import { reasonOf } from '../../../api/failures.js';
import { firstStartDoneMutation } from '../../../api/queries/first-start.js';
import { useConnection } from '../../element/connection-context.js';
import { Button } from '../../kit/button.js';
import { Section } from '../../kit/detail-page/index.js';
import { Dialog } from '../../kit/dialog.js';
import { useToasts } from '../../kit/feedback.js';
import { PasswordSection } from './password-section.js';
import { routes } from './people.js';
import { texts } from './texts.js';

const { firstStart: words } = texts;

const useStyles = makeStyles({ body: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px' } });

export interface FirstStartDialogProps {
  /** The built-in administrator. */
  readonly user: User;
  readonly facts: FirstStart;
  readonly onClose: () => void;
  /** Opens a route: the page that creates an account. */
  readonly onNavigate: (route: string) => void;
}

export function FirstStartDialog({ user, facts, onClose, onNavigate }: FirstStartDialogProps): ReactNode {
  const styles = useStyles();
  const { client, queryClient } = useConnection();
  const { toast } = useToasts();
  const finishing = useMutation(firstStartDoneMutation(client, queryClient));
  const [factsAtOpen] = useState(facts);
  const finish = (): void => {
    onClose();
    finishing.mutate(undefined, { onError: (error) => toast('error', reasonOf(error), words.failed) });
  };
  const changed = factsAtOpen.password_generated && !facts.password_generated;
  return (
    <Dialog
      open
      alert
      title={words.title}
      onClose={finish}
      footer={<Button onClick={finish}>{changed ? words.done : words.later}</Button>}
    >
      <div className={styles.body}>
        <p>{words.text}</p>
        {facts.password_generated && <PasswordSection user={user} intro={words.password} />}
        {changed && <p role="status">{words.changed}</p>}
        {!facts.has_users && (
          <Section title={words.userTitle} intro={words.user}>
            <Button
              onClick={() => {
                finish();
                onNavigate(routes.create);
              }}
            >
              {texts.create}
            </Button>
          </Section>
        )}
        <p>{words.again}</p>
      </div>
    </Dialog>
  );
}
