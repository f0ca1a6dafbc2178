import { makeStyles } from '@griffel/react';
import { useState, type ReactNode } from 'react';
import { usePermission } from '../element/connection-context.js';
import { Button } from '../kit/button.js';
import { IconButton } from '../kit/icon-button.js';
import { HelpIcon } from '../kit/icons.js';
import { lazyPart } from '../kit/lazy-part.js';
import { Popover } from '../kit/popover.js';
import { space, tokens, type } from '../kit/tokens.js';
import { Float } from '../kit/float.js';
import { DecoratorsEditor, type DecoratorsEditorProps } from './decorators-editor.js';
import { texts } from './texts.js';

const DecoratorsDialog = lazyPart(() => import('./decorators-dialog.js'), 'DecoratorsDialog');

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: `${space.m}px`, minWidth: 0 },
  head: { display: 'flex', alignItems: 'center', gap: `${space.xs}px` },
  title: { margin: 0, color: tokens.text.primary, ...type.cardTitle },
  help: { margin: 0, maxWidth: '320px', color: tokens.text.secondary, ...type.body },
  manage: { alignSelf: 'flex-start' },
});

/** Renders the decorators of one message table, as a part of its edit panel (screens/search.md §8). */
export function DecoratorsSidebar(
  props: Pick<DecoratorsEditorProps, 'decorators' | 'onChange' | 'sample' | 'stream'>,
): ReactNode {
  const styles = useStyles();
  const mayManage = usePermission('decorators:edit');
  const [managing, setManaging] = useState(false);
  return (
    <section className={styles.root} aria-label={texts.title}>
      <div className={styles.head}>
        <h3 className={styles.title}>{texts.title}</h3>
        <Popover label={texts.help} trigger={<IconButton label={texts.help} icon={<HelpIcon />} size="small" quiet />}>
          {() => <p className={styles.help}>{texts.helpText}</p>}
        </Popover>
      </div>
      <DecoratorsEditor {...props} />
      {mayManage && (
        <span className={styles.manage}>
          <Button size="small" appearance="subtle" onClick={() => setManaging(true)}>
            {texts.manage}
          </Button>
        </span>
      )}
      <Float onFailed={() => setManaging(false)}>
        {managing && <DecoratorsDialog onClose={() => setManaging(false)} />}
      </Float>
    </section>
  );
}
