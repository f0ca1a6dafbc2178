/** Opens a dashboard with a value: as the value of one of its variables, or as a filter of all its widgets. */
import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { dashboardsForValueQuery, dashboardsQuery } from '../../../api/queries/views.js';
import { writeVariables } from '../../../machines/variable-address.js';
import { useConnection } from '../../element/connection-context.js';
import { useNavigate } from '../../element/host-context.js';
import { Button } from '../../kit/button.js';
import { Dialog } from '../../kit/dialog.js';
import { Field } from '../../kit/field.js';
import { SearchSelect } from '../../kit/search-select.js';
import { Select } from '../../kit/select.js';
import { shortText } from '../../kit/short-text.js';
import { space } from '../../kit/tokens.js';
import { useDebounced } from '../../kit/use-debounced.js';
import { rawText } from '../values/value-text.js';
import { clauseOf, type ActionSubject } from './actions.js';
import { dialogTexts } from './dialog-texts.js';
import { useFieldInteractions } from './interactions.js';

const useStyles = makeStyles({
  body: { display: 'flex', flexDirection: 'column', gap: `${space.xl}px` },
});

export interface OpenDashboardDialogProps {
  readonly subject: ActionSubject & { readonly kind: 'value' };
  readonly onClose: () => void;
}

const words = dialogTexts.openDashboard;
/** Option that filters all widgets instead of setting a variable; the name of a variable is never empty. */
const asFilter = '';
/** Maximum number of characters of the value that the dialog shows. */
const shownLength = 60;
/** Number of dashboards that are offered at once; typing searches all dashboards. */
const offered = 50;
/** Milliseconds between the last keystroke and the request for dashboards. */
const askAfterMs = 250;

export function OpenDashboardDialog({ subject, onClose }: OpenDashboardDialogProps): ReactNode {
  const styles = useStyles();
  const navigate = useNavigate();
  const { client } = useConnection();
  const interactions = useFieldInteractions();
  const { field, value, type } = subject;
  const [{ id: dashboard, title }, setDashboard] = useState<{ readonly id?: string; readonly title?: string }>({});
  const [chosen, setChosen] = useState<string>();
  const [typed, setTyped] = useState('');
  const query = useDebounced(typed.trim(), askAfterMs);
  const found = useQuery(dashboardsQuery(client, { query, page: 1, per_page: offered, sort: 'title', order: 'asc' }));
  const options = (found.data?.elements ?? []).map(({ id, title }) => ({ value: id, label: title }));
  const { data = [], isFetching } = useQuery(dashboardsForValueQuery(client));
  const parameters = data.find(({ id }) => id === dashboard)?.parameters ?? [];
  // A variable whose title is the name of the field is preselected, because it is meant for the field's values. So is a
  // variable whose name is the name of the field, in which `_` replaces every character other than letters and digits.
  const own = parameters.find(({ name, title }) => name === field.replace(/\W/g, '_') || title === field);
  const variable = chosen ?? own?.name ?? asFilter;
  const text = rawText(value);
  const open = (): void => {
    if (dashboard === undefined || isFetching) return;
    const search =
      variable === asFilter
        ? new URLSearchParams({ q: clauseOf(field, value, type, interactions?.typeOf) })
        : writeVariables('', { [variable]: { type: 'value', value: text } });
    onClose();
    navigate(`/dashboards/${encodeURIComponent(dashboard)}?${search}`);
  };
  return (
    <Dialog
      open
      size="small"
      title={words.title}
      onClose={onClose}
      onSubmit={open}
      footer={
        <>
          <Button onClick={onClose}>{dialogTexts.cancel}</Button>
          <Button appearance="primary" type="submit" disabled={dashboard === undefined || isFetching}>
            {words.submit}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <Field label={words.dashboard}>
          <SearchSelect
            options={options}
            value={dashboard}
            shownAs={title}
            loading={found.isPending}
            onType={setTyped}
            onChange={(id) => {
              const label = options.find((option) => option.value === id)?.label;
              setDashboard(id === undefined ? {} : { id, ...(label !== undefined && { title: label }) });
              setChosen(undefined);
            }}
          />
        </Field>
        {dashboard !== undefined && (
          <Field label={words.use} help={`${field} = ${shortText(text, shownLength).text}`}>
            <Select
              options={[
                { value: asFilter, label: words.asFilter },
                ...parameters.map(({ name, title }) => ({ value: name, label: words.asVariable(title || name) })),
              ]}
              value={variable}
              onChange={setChosen}
            />
          </Field>
        )}
      </div>
    </Dialog>
  );
}
