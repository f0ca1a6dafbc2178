/** Renders a section with the preferences of a user (screens/administration.md A5 "Preferences"). */
import { makeStyles } from '@griffel/react';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { User } from '../../../api/contract/users.js';
import { saveUserPreferencesMutation } from '../../../api/queries/users.js';
import { useConnection } from '../../element/connection-context.js';
import { Checkbox } from '../../kit/checkbox.js';
import { Section } from '../../kit/detail-page/index.js';
import { useToasts } from '../../kit/feedback.js';
import { Field } from '../../kit/field.js';
import { Fields, FormBox, useForm } from '../../kit/form/index.js';
import { Input } from '../../kit/input.js';
import { texts } from './texts.js';

const useStyles = makeStyles({ boxes: { display: 'grid', gap: '8px', justifyItems: 'start' } });

const { preferences: words } = texts;

export function PreferencesSection({ user }: { readonly user: User }): ReactNode {
  const styles = useStyles();
  const { client, queryClient } = useConnection();
  const { toast } = useToasts();
  const saving = useMutation(saveUserPreferencesMutation(client, queryClient));
  const stored = user.preferences ?? {};
  const form = useForm({
    initial: {
      enableSmartSearch: stored.enableSmartSearch ?? true,
      updateUnfocussed: stored.updateUnfocussed ?? false,
      searchSidebarIsPinned: stored.searchSidebarIsPinned ?? false,
      dashboardSidebarIsPinned: stored.dashboardSidebarIsPinned ?? false,
    },
    save: (values) => saving.mutateAsync({ username: user.username, preferences: { ...stored, ...values } }),
    onSaved: () => toast('success', texts.editing.preferencesDone, texts.success),
  });
  const box = (name: keyof typeof form.values, label: string) => (
    <Checkbox label={label} checked={form.values[name]} onChange={(on) => form.set({ [name]: on })} />
  );
  return (
    <Section title={words.title}>
      <FormBox
        form={form}
        submit={texts.editing.preferences}
        submitting={texts.editing.updating}
        failed={texts.editing.preferencesFailed}
      >
        <Fields>
          <div className={styles.boxes}>
            {box('enableSmartSearch', words.autocompletionLabel)}
            {box('updateUnfocussed', words.unfocusedLabel)}
            {box('searchSidebarIsPinned', words.searchSidebar)}
            {box('dashboardSidebarIsPinned', words.dashboardSidebar)}
          </div>
          <Field label={words.theme}>
            <Input
              readOnly
              value={stored.themeMode ? words.themes[stored.themeMode] : texts.details.notSet}
              onChange={() => {}}
            />
          </Field>
        </Fields>
      </FormBox>
    </Section>
  );
}
