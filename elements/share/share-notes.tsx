/**
 * Renders the problems of the selection, and dependencies that its collaborators cannot see (spec 1 §5 "Collaborator
 * form").
 */
import { makeStyles, mergeClasses } from '@griffel/react';
import type { ReactNode } from 'react';
import type { ShareAnswer } from '../../api/contract/shares.js';
import {
  limitedCollaborators,
  missingDependencies,
  ownersConcerned,
} from '../../machines/share-dialog/collaborators.js';
import { parseGrn } from '../../api/grn.js';
import { useCurrentUser } from '../element/connection-context.js';
import { Alert } from '../kit/alert.js';
import { Button } from '../kit/button.js';
import { focusRing, tokens, type as fonts } from '../kit/tokens.js';
import { shareTexts } from './button-texts.js';
import { whyNotShared } from './share-right.js';
import { texts } from './texts.js';

const useStyles = makeStyles({
  list: { margin: '4px 0 0', paddingLeft: '18px', '& > li': { listStyleType: 'disc' } },
  offers: { '& > li': { marginTop: '4px' } },
  section: { display: 'flex', flexDirection: 'column', gap: '8px' },
  heading: { margin: 0, ...fonts.cardTitle },
  boxes: {
    display: 'flex',
    flexDirection: 'column',
    gap: '8px',
    maxHeight: '240px',
    overflowY: 'auto',
    ':focus-visible': focusRing,
  },
  quiet: { color: tokens.text.secondary },
});

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** An entity that the shared entity depends on, such as a stream. */
export interface Dependency {
  /** GRN (global resource name) of the dependency. */
  readonly id: string;
  readonly title: string;
}

interface ShareTooButtonProps {
  readonly entity: Dependency;
  readonly onShare: (dependency: Dependency) => void;
}

function ShareTooButton({ entity: { id, title }, onShare }: ShareTooButtonProps): ReactNode {
  return (
    <Button size="small" aria-label={texts.shareToo(title)} onClick={() => onShare({ id, title })}>
      {shareTexts.share}
    </Button>
  );
}

export interface ShareNotesProps {
  readonly answer: ShareAnswer;
  /** Called to share a dependency; absent when dependencies cannot be shared from this dialog. */
  readonly onShare?: ((dependency: Dependency) => void) | undefined;
}

export function ShareNotes({ answer, onShare }: ShareNotesProps): ReactNode {
  const styles = useStyles();
  const user = useCurrentUser();
  const mayShare = (grn: string): boolean => {
    const name = parseGrn(grn);
    return name !== undefined && whyNotShared(user, name) === undefined;
  };
  const owners = ownersConcerned(answer);
  const missing = missingDependencies(answer);
  const limited = limitedCollaborators(answer);
  const { failed, errors } = answer.validation_result;
  return (
    <>
      {failed && (
        <Alert kind="danger" title={texts.ownerless}>
          <ul className={styles.list}>
            {owners.map(({ id, kind, title }) => (
              <li key={id}>
                {texts.kind(kind)} <strong>{title}</strong>
              </li>
            ))}
            {owners.length === 0 &&
              Object.values(errors)
                .flat()
                .map((error) => <li key={error}>{error}</li>)}
          </ul>
        </Alert>
      )}
      {limited.length > 0 && (
        <Alert kind="warning" title={texts.limited(shareTexts.typeName(parseGrn(answer.entity)?.type ?? ''))}>
          <ul className={styles.list}>
            {limited.map(({ grantee: { id, type, title }, readable, of, sharable = [], sharable_total: total = 0 }) => (
              <li key={id}>
                {type !== 'global' && `${texts.kind(type)} `}
                <strong>{title}</strong> {readable === 0 ? texts.mayReadNone(of) : texts.mayReadSome(readable, of)}
                {onShare && sharable.length > 0 && (
                  <ul className={mergeClasses(styles.list, styles.offers)} aria-label={texts.sharable(title)}>
                    {sharable.map((stream) => (
                      <li key={stream.id}>
                        <strong>{stream.title}</strong> <ShareTooButton entity={stream} onShare={onShare} />
                      </li>
                    ))}
                    {total > sharable.length && <li>{texts.moreSharable(total - sharable.length)}</li>}
                  </ul>
                )}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {missing.length > 0 && (
        <section className={styles.section} aria-label={texts.dependencies}>
          <h3 className={styles.heading}>{texts.dependencies}</h3>
          {/* A list longer than its box can be focused, so that it can be scrolled by keyboard. */}
          <div className={styles.boxes} tabIndex={missing.length > 2 ? 0 : undefined}>
            {missing.map(({ grantee, dependencies }) => (
              <Alert key={grantee.id} kind="danger">
                {grantee.type !== 'global' && `${texts.kind(grantee.type)} `}
                <strong>{grantee.title}</strong> {texts.needsAccess}
                <ul className={styles.list}>
                  {dependencies.map(({ id, type, title, owners: held }) => (
                    <li key={id}>
                      {capitalised(shareTexts.typeName(type))} <strong>{title}</strong>{' '}
                      <span className={styles.quiet}>
                        {held.length === 0 ? texts.noOwners : texts.owners(held.map((one) => one.title).join(', '))}
                      </span>
                      {onShare && mayShare(id) && (
                        <>
                          {' '}
                          <ShareTooButton entity={{ id, title }} onShare={onShare} />
                        </>
                      )}
                    </li>
                  ))}
                </ul>
              </Alert>
            ))}
          </div>
        </section>
      )}
    </>
  );
}
