/** Renders a section with the default settings of new index sets. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { storedConfigQuery } from '../../../api/queries/stored-config.js';
import { useConnection, usePermission } from '../../element/connection-context.js';
import { IndexSetDefaultsDialog, IndexSetDefaultsFacts } from '../index-sets/pages.js';
import { StoredSection, useConfigEditing } from './stored-section.js';
import { texts } from './texts.js';

const { indexSets: words } = texts;

export function IndexSetsSection(): ReactNode {
  const { client } = useConnection();
  const { mayEdit: mayStore, blocked } = useConfigEditing();
  return (
    <StoredSection
      heading={words.heading}
      intro={words.intro}
      mayEdit={usePermission('indices:changestate')}
      blocked={mayStore ? blocked : texts.needsEdit}
      stored={useQuery(storedConfigQuery(client, 'indexSets'))}
      summary={(defaults) => <IndexSetDefaultsFacts defaults={defaults} />}
      dialog={(stored, onClose) => <IndexSetDefaultsDialog stored={stored} onClose={onClose} />}
    />
  );
}
