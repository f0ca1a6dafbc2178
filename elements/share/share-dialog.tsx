/** Renders the sharing dialog (screens/dashboards-sharing-alerts.md §5.2). */
import { makeStyles } from '@griffel/react';
import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { ApiFailure } from '../../api/failures.js';
import { parseGrn } from '../../api/grn.js';
import { currentUserKey } from '../../api/queries/current-user.js';
import { shareDialogLogic } from '../../machines/share-dialog/actors.js';
import { useConnection, useUsername } from '../element/connection-context.js';
import { useHostElement } from '../element/host-context.js';
import { Button } from '../kit/button.js';
import { Dialog } from '../kit/dialog.js';
import { DeniedState, EmptyState } from '../kit/empty-state.js';
import { ErrorPanel } from '../kit/error-panel.js';
import { useConfirm, useToasts } from '../kit/feedback.js';
import { ShareIcon } from '../kit/icons.js';
import { Spinner } from '../kit/spinner.js';
import { space, tokens, type as fonts } from '../kit/tokens.js';
import { shareTexts } from './button-texts.js';
import { CollaboratorForm } from './collaborator-form.js';
import { CollaboratorList } from './collaborator-list.js';
import { SharableUrl } from './sharable-url.js';
import { ShareNotes, type Dependency } from './share-notes.js';
import { texts } from './texts.js';

export interface ShareDialogProps {
  /** GRN (global resource name) of the entity, such as `grn::::dashboard:64b5…`. */
  readonly entity: string;
  /** Title of the entity; may be empty. */
  readonly title: string;
  /** True hides the link for copying. */
  readonly hideUrl?: boolean;
  /**
   * True for an entry of the search history that names no streams; its viewers can see it without permission for any
   * stream.
   */
  readonly searchesAllStreams?: boolean;
  /** Called when the shares are stored, before `onClose`. */
  readonly onShared?: (() => void) | undefined;
  readonly onClose: () => void;
}

const useStyles = makeStyles({
  title: { fontStyle: 'italic', fontWeight: 500 },
  body: {
    display: 'flex',
    flexDirection: 'column',
    gap: `${space.xxl}px`,
    minHeight: '180px',
    color: tokens.text.primary,
    ...fonts.control,
  },
  waiting: { margin: 'auto' },
});

/**
 * Returns the reason of a failure as text, for toasts and the error panel; for the HTTP statuses 400 and 500 the
 * server's message, if there is one, comes first (spec 1 §8).
 */
function reasonOf(failure: unknown): string {
  if (!(failure instanceof ApiFailure)) return failure instanceof Error ? failure.message : String(failure);
  const { status, serverMessage, message } = failure;
  return (status === 400 || status === 500) && serverMessage ? `${serverMessage} - ${message}` : message;
}

export function ShareDialog({
  entity,
  title,
  hideUrl = false,
  searchesAllStreams = false,
  onShared,
  onClose,
}: ShareDialogProps): ReactNode {
  const styles = useStyles();
  const host = useHostElement();
  const { client, queryClient } = useConnection();
  const username = useUsername();
  const { toast } = useToasts();
  const confirm = useConfirm();
  const [logic] = useState(() => shareDialogLogic(client));
  const actor = useActorRef(logic, { input: { entity } });
  const state = useSelector(actor, (snapshot) => snapshot);
  const { answer } = state.context;
  const [dependency, setDependency] = useState<Dependency>();
  const name = parseGrn(entity);
  const type = shareTexts.typeName(name?.type ?? '');
  const shownTitle = title === '' ? (name?.id ?? entity) : title;

  const saved = (): void => {
    toast('success', texts.updated(type, shownTitle), texts.success);
    // A grant to everyone also changes the permissions of the current user.
    if (username !== null) void queryClient.invalidateQueries({ queryKey: currentUserKey(username) });
    onShared?.();
    onClose();
  };
  const latest = useRef({ saved, toast, confirm, type, shownTitle });
  useEffect(() => {
    latest.current = { saved, toast, confirm, type, shownTitle };
  });
  useEffect(() => {
    const subscriptions = [
      actor.on('saved', () => latest.current.saved()),
      actor.on('failed', ({ failure: { step, error } }) => {
        const text = step === 'prepare' ? texts.prepareFailed : texts.updateFailed;
        const { toast: tell, type: kind, shownTitle: named } = latest.current;
        tell('error', text(kind, named, reasonOf(error)), texts.failedTitle);
      }),
      actor.on('unaddedFound', ({ title: unadded }) => {
        const question = { title: texts.unaddedTitle, text: texts.unadded(unadded), confirm: texts.continueAnyway };
        void latest.current.confirm(question).then((sure) => actor.send({ type: sure ? 'continued' : 'declined' }));
      }),
    ];
    return () => {
      for (const listener of subscriptions) listener.unsubscribe();
    };
  }, [actor]);

  const close = (): void => {
    actor.send({ type: 'cancelled' });
    onClose();
  };
  const editing = answer !== undefined && (state.matches('editing') || state.matches('saving'));
  const changeable = editing && !host.readonly;
  return (
    <>
      <Dialog
        open
        title={
          <>
            {texts.sharing(type)} {title !== '' && <em className={styles.title}>{title}</em>}
          </>
        }
        onClose={close}
        onSubmit={() => changeable && actor.send({ type: 'submitted' })}
        footer={
          <>
            <Button onClick={close}>{changeable ? texts.cancel : texts.close}</Button>
            {changeable && (
              <Button
                type="submit"
                appearance="primary"
                busy={state.matches('saving')}
                disabled={state.matches({ editing: 'preparing' }) || answer.validation_result.failed}
                disabledReason={answer.validation_result.failed ? texts.ownerless : undefined}
              >
                {texts.update}
              </Button>
            )}
          </>
        }
      >
        <div className={styles.body}>
          {state.matches('loading') && <Spinner className={styles.waiting} size={32} label={texts.loading} />}
          {state.matches('denied') && (
            <DeniedState title={texts.deniedTitle}>{shareTexts.ownersOnly(type)}</DeniedState>
          )}
          {state.matches('missing') && (
            <EmptyState icon={<ShareIcon />} title={texts.missingTitle(type)}>
              {texts.missing}
            </EmptyState>
          )}
          {state.matches('failed') && (
            <ErrorPanel
              title={texts.prepareFailed(type, shownTitle, reasonOf(state.context.failure?.error))}
              onRetry={() => actor.send({ type: 'retry' })}
            />
          )}
          {editing && (
            <>
              {changeable && (
                <CollaboratorForm
                  type={type}
                  searchesAllStreams={searchesAllStreams}
                  state={state}
                  onEvent={(event) => actor.send(event)}
                />
              )}
              <CollaboratorList
                type={type}
                context={state.context}
                changeable={changeable}
                onEvent={(event) => actor.send(event)}
              />
              <ShareNotes answer={answer} onShare={changeable ? setDependency : undefined} />
              {!hideUrl && name && <SharableUrl entity={name} />}
            </>
          )}
        </div>
      </Dialog>
      {dependency && (
        <ShareDialog
          entity={dependency.id}
          title={dependency.title}
          hideUrl={hideUrl}
          onShared={() => actor.send({ type: 'dependency.shared' })}
          onClose={() => setDependency(undefined)}
        />
      )}
    </>
  );
}
