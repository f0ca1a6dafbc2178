/** Renders the Share button of an entity with its dialog: the element `log-share`. */
import { makeStyles } from '@griffel/react';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { parseGrn } from '../../api/grn.js';
import { useCurrentUser } from '../element/connection-context.js';
import { useHostElement } from '../element/host-context.js';
import { Button } from '../kit/button.js';
import { ShareIcon } from '../kit/icons.js';
import { Float } from '../kit/float.js';
import { refusalText, ShareDialog, shareTexts, whyNotShared } from './index.js';

export interface LogShareProps {
  /** GRN (global resource name) of the entity; empty: not set yet. */
  readonly entity: string;
  readonly entityTitle: string;
  readonly open: boolean;
}

const useStyles = makeStyles({ box: { display: 'inline-block' } });

export function LogShare({ entity, entityTitle, open }: LogShareProps): ReactNode {
  const styles = useStyles();
  const host = useHostElement();
  const user = useCurrentUser();
  const name = parseGrn(entity);
  const known = user !== undefined;
  // The host object changes with its attributes, but readiness is reported only once.
  const ready = useEffectEvent(() => host.ready());
  useEffect(() => {
    if (known) ready();
  }, [known]);
  // A host may reopen the dialog right after it has closed, without a rendering in between: the counter remounts it as
  // a new dialog.
  const [closings, setClosings] = useState(0);
  const close = (): void => {
    setClosings((before) => before + 1);
    host.reflect('open', false);
    host.emit('log-close');
  };
  const whyNot = name ? whyNotShared(user, name) : refusalText(shareTexts.noEntity);
  return (
    <div className={styles.box}>
      <Button
        icon={<ShareIcon />}
        disabled={whyNot !== undefined}
        disabledReason={whyNot}
        onClick={() => host.reflect('open', true)}
      >
        {shareTexts.share}
      </Button>
      <Float onFailed={close}>
        {open && name && (
          <ShareDialog
            key={`${closings} ${entity}`}
            entity={entity}
            title={entityTitle}
            onShared={() => host.emit('log-shared', { entity })}
            onClose={close}
          />
        )}
      </Float>
    </div>
  );
}
