/** Renders a section that determines with whom owners may share entities. */
import type { ReactNode } from 'react';
import type { ConfigValues } from '../../../api/contract/cluster-config.schema.js';
import { Checkbox } from '../../kit/checkbox.js';
import { ConfigDialog, useConfigForm } from '../../kit/config-form/index.js';
import { Details } from '../../kit/detail-page/index.js';
import { ConfigSection, onOff } from './stored-section.js';
import { texts } from './texts.js';

const { permissions: words } = texts;
type Sharing = ConfigValues['sharing'];

export function PermissionsSection(): ReactNode {
  return (
    <ConfigSection
      config="sharing"
      heading={words.heading}
      intro={words.intro}
      summary={(sharing) => (
        <Details
          rows={[
            [words.everyone, onOff(sharing.allow_sharing_with_everyone)],
            [words.users, onOff(sharing.allow_sharing_with_users)],
          ]}
        />
      )}
      dialog={(stored, onClose) => <SharingDialog stored={stored} onClose={onClose} />}
    />
  );
}

function SharingDialog({ stored, onClose }: { readonly stored: Sharing; readonly onClose: () => void }): ReactNode {
  const form = useConfigForm<'sharing', { everyone: boolean; users: boolean }>({
    key: 'sharing',
    stored,
    valuesOf: (sharing) => ({
      everyone: sharing.allow_sharing_with_everyone,
      users: sharing.allow_sharing_with_users,
    }),
    bodyOf: ({ everyone, users }) => ({ allow_sharing_with_everyone: everyone, allow_sharing_with_users: users }),
    onClose,
  });
  const { values, set } = form;
  return (
    <ConfigDialog form={form} title={words.dialog} onClose={onClose}>
      <Checkbox label={words.everyone} checked={values.everyone} onChange={(everyone) => set({ everyone })} />
      <Checkbox label={words.users} checked={values.users} onChange={(users) => set({ users })} />
    </ConfigDialog>
  );
}
