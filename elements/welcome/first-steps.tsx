import { makeStyles, mergeClasses } from '@griffel/react';
import type { ReactNode } from 'react';
import { usePermission } from '../element/connection-context.js';
import { useHostElement, useNavigate } from '../element/host-context.js';
import { useHasRoute } from '../element/routes-context.js';
import { Button } from '../kit/button.js';
import { HelpLink } from '../kit/help-link.js';
import { space, tokens, type } from '../kit/tokens.js';
import { firstStepsTexts as texts } from './first-steps-texts.js';

const useStyles = makeStyles({
  text: { margin: `0 0 ${space.l}px`, color: tokens.text.secondary, ...type.body },
  actions: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: `${space.m}px ${space.xl}px`, ...type.body },
  centred: { justifyContent: 'center' },
});

export interface FirstStepsProps {
  /** `none`: no message has arrived; `denied`: the user may read no stream. */
  readonly any: 'none' | 'denied';
  /** True centres the buttons, as in an empty list. */
  readonly centred?: boolean;
}

/** Explains why there are no messages yet, and offers the next steps that the user may take. */
export function FirstSteps({ any, centred = false }: FirstStepsProps): ReactNode {
  const styles = useStyles();
  const hasRoute = useHasRoute();
  const navigate = useNavigate();
  const { readonly } = useHostElement();
  const hasInputs = usePermission('inputs:read') && hasRoute('/system/inputs');
  const mayCreate = usePermission('inputs:create') && !readonly;
  if (any === 'denied') return <p className={styles.text}>{texts.denied}</p>;
  return (
    <>
      <p className={styles.text}>{hasInputs ? (mayCreate ? texts.create : texts.read) : texts.wait}</p>
      <div className={mergeClasses(styles.actions, centred && styles.centred)}>
        {hasInputs && (
          <>
            {hasRoute('/welcome') && (
              <Button appearance="primary" onClick={() => navigate('/welcome')}>
                {texts.send}
              </Button>
            )}
            <Button onClick={() => navigate('/system/inputs')}>{mayCreate ? texts.start : texts.inputs}</Button>
          </>
        )}
        <HelpLink chapter="senders">{texts.handbook}</HelpLink>
      </div>
    </>
  );
}
