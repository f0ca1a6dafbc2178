import { makeStyles } from '@griffel/react';
import type { ReactNode } from 'react';
import type { EntityName } from '../../api/grn.js';
import { hrefOf, useHostElement } from '../element/host-context.js';
import { CopyButton } from '../kit/copy-button.js';
import { entityRoute } from '../kit/entity-route.js';
import { Field } from '../kit/field.js';
import { Input } from '../kit/input.js';
import { texts } from './texts.js';

const useStyles = makeStyles({
  row: { display: 'flex', gap: '8px' },
  url: { flex: '1 1 auto' },
});

/**
 * Renders the console address of the entity, for sending to others (spec 1 §2). Renders nothing for an entity without a
 * page.
 */
export function SharableUrl({ entity }: { readonly entity: EntityName }): ReactNode {
  const styles = useStyles();
  const host = useHostElement();
  const route = entityRoute(entity);
  if (route === undefined) return null;
  const url = new URL(hrefOf(host, route), window.location.href).href;
  return (
    <Field label={texts.url} help={texts.urlHelp}>
      <div className={styles.row}>
        <Input
          mono
          readOnly
          value={url}
          onChange={() => undefined}
          className={styles.url}
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton text={url} label={texts.copyUrl} size="medium" />
      </div>
    </Field>
  );
}
