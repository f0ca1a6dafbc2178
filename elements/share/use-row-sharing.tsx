/** Provides sharing from a list: the row action and its dialog. */
import { useState, type ReactNode } from 'react';
import { grnOf, type EntityName } from '../../api/grn.js';
import { useCurrentUser } from '../element/connection-context.js';
import type { RowAction } from '../kit/entity-table/index.js';
import { ShareIcon } from '../kit/icons.js';
import { Float } from '../kit/float.js';
import { shareTexts } from './button-texts.js';
import { ShareDialog } from './lazy-share-dialog.js';
import { whyNotShared } from './share-right.js';

interface Shared extends EntityName {
  readonly title: string;
}

export interface RowSharing {
  readonly actionOf: (entity: Shared) => RowAction;
  /** Dialog to render beside the table. */
  readonly dialog: ReactNode;
}

export function useRowSharing(): RowSharing {
  const user = useCurrentUser();
  const [shared, setShared] = useState<Shared>();
  return {
    actionOf: (entity) => {
      const whyNot = whyNotShared(user, entity);
      return {
        key: 'share',
        label: shareTexts.share,
        icon: <ShareIcon />,
        ...(whyNot !== undefined && { disabled: true, disabledReason: whyNot }),
        onSelect: () => setShared(entity),
      };
    },
    dialog: (
      <Float onFailed={() => setShared(undefined)}>
        {shared && <ShareDialog entity={grnOf(shared)} title={shared.title} onClose={() => setShared(undefined)} />}
      </Float>
    ),
  };
}
