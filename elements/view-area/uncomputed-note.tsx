/**
 * Renders a note on a server that cannot compute the computed fields of a view. Renders nothing on the embedded server,
 * and until it is known which server answers.
 */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { FieldType } from '../../api/contract/searches.js';
import { serverRootQuery } from '../../api/queries/server-root.js';
import { useConnection } from '../element/connection-context.js';
import { space, tokens, type } from '../kit/tokens.js';
import { laterTexts } from './later-texts.js';

const useStyles = makeStyles({
  note: { margin: `${space.s}px 0 0`, ...type.caption, color: tokens.text.secondary },
});

export interface UncomputedNoteProps {
  readonly fields: readonly FieldType[];
  readonly className?: string | undefined;
}

export function UncomputedNote({ fields, className }: UncomputedNoteProps): ReactNode {
  const styles = useStyles();
  const { client } = useConnection();
  const { data: root } = useQuery(serverRootQuery(client));
  if (!root || root.embedded === true) return null;
  return (
    <p role="note" className={mergeClasses(styles.note, className)}>
      {laterTexts.uncomputed(fields.map(({ name }) => name).join(', '))}
    </p>
  );
}
