// Preview of all building blocks in both themes: node test/preview.mjs test/preview/kit.tsx
import { makeStyles } from '@griffel/react';
import { useState, type ReactNode } from 'react';
import { defineElement } from '../../elements/frame/define.js';
import { Alert } from '../../elements/kit/alert.js';
import { Button } from '../../elements/kit/button.js';
import { Checkbox, Radio } from '../../elements/kit/checkbox.js';
import { Chip, StatusBadge } from '../../elements/kit/chip.js';
import { CopyButton } from '../../elements/kit/copy-button.js';
import { DeniedState, EmptyState } from '../../elements/kit/empty-state.js';
import { Dialog } from '../../elements/kit/dialog.js';
import { ErrorPanel } from '../../elements/kit/error-panel.js';
import { useConfirm, useToasts } from '../../elements/kit/feedback.js';
import { Field } from '../../elements/kit/field.js';
import { IconButton } from '../../elements/kit/icon-button.js';
import * as icons from '../../elements/kit/icons.js';
import { Input } from '../../elements/kit/input.js';
import { Loading } from '../../elements/kit/loading.js';
import { Menu } from '../../elements/kit/menu.js';
import { MultiSelect } from '../../elements/kit/multi-select.js';
import { NumberInput } from '../../elements/kit/number-input.js';
import { Breadcrumbs, PageHeader } from '../../elements/kit/page-header.js';
import { PasswordInput } from '../../elements/kit/password-input.js';
import { Popover } from '../../elements/kit/popover.js';
import { SearchBox } from '../../elements/kit/search-box.js';
import { Select } from '../../elements/kit/select.js';
import { Skeleton } from '../../elements/kit/skeleton.js';
import { Spinner } from '../../elements/kit/spinner.js';
import { SplitButton } from '../../elements/kit/split-button.js';
import { Switch } from '../../elements/kit/switch.js';
import { Tabs } from '../../elements/kit/tabs.js';
import { tokens } from '../../elements/kit/tokens.js';

const useStyles = makeStyles({
  page: {
    display: 'flex',
    flexDirection: 'column',
    gap: '16px',
    padding: '20px',
    minHeight: '100vh',
    backgroundColor: tokens.surface.canvas,
  },
  row: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px' },
  grid: { display: 'grid', gridTemplateColumns: '1fr 1fr 1fr', gap: '12px' },
  card: {
    backgroundColor: tokens.surface.card,
    border: `1px solid ${tokens.border.subtle}`,
    borderRadius: '6px',
    minHeight: '120px',
  },
});

const streams = [
  ...['Checkout', 'Payment gateway'].map((name) => ({ value: name, label: name })),
  ...Array.from({ length: 5000 }, (_, index) => ({
    value: `s${index}`,
    label: `Stream ${index}`,
    note: `${index} hits`,
  })),
];

function Kit(): ReactNode {
  const styles = useStyles();
  const [text, setText] = useState('edge');
  const [number, setNumber] = useState<number | undefined>(15);
  const [unit, setUnit] = useState<'m' | 'h'>('m');
  const [on, setOn] = useState(true);
  const [tab, setTab] = useState<'a' | 'r' | 'k'>('r');
  const [chips, setChips] = useState(['Checkout', 'Payment gateway']);
  const [dialog, setDialog] = useState(false);
  const { toast } = useToasts();
  const confirm = useConfirm();
  const Search = icons.SearchIcon;
  return (
    <main className={styles.page}>
      <Breadcrumbs
        label="Breadcrumbs"
        crumbs={[{ label: 'Search', route: '/search' }, { label: 'Checkout time-outs' }]}
      />
      <PageHeader
        title="Users Overview"
        name={'"Checkout"'}
        description="Everyone who can sign in to this console."
        lifecycle="experimental"
        actions={<Button appearance="primary">Create user</Button>}
      />
      <div className={styles.row}>
        <Button appearance="primary" icon={<Search />}>
          Search
        </Button>
        <Button appearance="primary" icon={<Search />} busy>
          Search
        </Button>
        <Button appearance="primary" icon={<Search />} pending>
          Search
        </Button>
        <Button appearance="primary" icon={<Search />} disabled>
          Search
        </Button>
      </div>
      <div className={styles.row}>
        <Button icon={<icons.SaveIcon />}>Save</Button>
        <Button>Share</Button>
        <Button disabled disabledReason="Nothing has changed">
          Share
        </Button>
        <Button appearance="subtle" icon={<icons.LinkIcon />}>
          Permalink
        </Button>
        <Button appearance="danger" icon={<icons.DeleteIcon />}>
          Delete
        </Button>
        <Button size="small">Edit</Button>
        <IconButton label="More actions" icon={<icons.MoreIcon />} appearance="secondary" />
        <IconButton label="Focus" icon={<icons.FocusIcon />} size="small" quiet />
        <CopyButton label="Copy ID" text="abc" />
        <CopyButton label="Copy message" text="abc" words />
        <Menu
          label="Value actions"
          header="source = web-03"
          entries={[
            { key: 'exclude', label: 'Exclude from results', icon: <icons.ExcludeIcon /> },
            { key: 'add', label: 'Add to query', icon: <icons.IncludeIcon /> },
            { kind: 'divider' },
            { key: 'off', label: 'Show surrounding', icon: <icons.TimeIcon />, disabled: true },
            { key: 'delete', label: 'Delete', icon: <icons.DeleteIcon />, danger: true },
          ]}
        >
          <Button iconAfter={<icons.ChevronDownIcon />}>More actions</Button>
        </Menu>
      </div>
      <div className={styles.row}>
        <SplitButton entries={[{ key: 'a', label: 'Save as', icon: <icons.SaveAsIcon /> }]} icon={<icons.SaveIcon />}>
          Save
        </SplitButton>
        <Popover label="Search Time Range" trigger={<Button icon={<icons.TimeIcon />}>Pop-over</Button>}>
          {(close) => (
            <Field label="Title" help="Some help">
              <Input
                value={text}
                onChange={setText}
                after={
                  <Button size="small" onClick={close}>
                    OK
                  </Button>
                }
              />
            </Field>
          )}
        </Popover>
        <Button onClick={() => setDialog(true)}>Dialog</Button>
        <Button onClick={() => toast('success', 'Saving view "Checkout time-outs" was successful!', 'Success!')}>
          Toast
        </Button>
        <Button
          onClick={() => toast('error', 'Loading dashboards failed with status: 503', 'Could not load dashboards')}
        >
          Error toast
        </Button>
        <Button
          onClick={() =>
            void confirm({
              title: 'Delete stream',
              text: 'Do you really want to delete it?',
              confirm: 'Delete',
              danger: true,
            })
          }
        >
          Confirm
        </Button>
        <Dialog
          open={dialog}
          title="Sharing dashboard"
          onClose={() => setDialog(false)}
          onSubmit={() => setDialog(false)}
          footer={
            <>
              <Button onClick={() => setDialog(false)}>Cancel</Button>
              <Button type="submit" appearance="primary">
                Update sharing
              </Button>
            </>
          }
        >
          <Field label="Sharable URL" help="Anyone authorized to view can open this link.">
            <Input mono value={text} onChange={setText} />
          </Field>
        </Dialog>
      </div>
      <MultiSelect
        label="Streams"
        icon={<icons.StreamsIcon />}
        options={streams}
        selected={chips}
        onChange={setChips}
        placeholder="Select streams"
      />
      <div className={styles.row}>
        <StatusBadge kind="success">3 RUNNING</StatusBadge>
        <StatusBadge kind="info">STARTING</StatusBadge>
        <StatusBadge kind="warning">NOT RUNNING</StatusBadge>
        <StatusBadge kind="danger">FAILED</StatusBadge>
        <Chip size="small">Reader</Chip>
        {chips.map((chip) => (
          <Chip key={chip} onRemove={() => setChips(chips.filter((one) => one !== chip))}>
            {chip}
          </Chip>
        ))}
        <Spinner label="Searching" />
      </div>
      <div className={styles.grid}>
        <Field label="Title">
          <Input value={text} onChange={setText} placeholder="Filter by title" />
        </Field>
        <Field label="Search within the last" error="Must be greater than 0.">
          <NumberInput value={number} onChange={setNumber} min={1} />
        </Field>
        <Field label="Unit" help="Of the number beside">
          <Select
            value={unit}
            onChange={setUnit}
            options={[
              { value: 'm', label: 'Minutes' },
              { value: 'h', label: 'Hours' },
            ]}
          />
        </Field>
        <Field label="Password">
          <PasswordInput value={text} onChange={setText} before={<icons.LockIcon />} />
        </Field>
        <Field label="Disabled" optional>
          <Input value="" onChange={setText} disabled placeholder="nothing" />
        </Field>
        <SearchBox label="Filter fields" query="" onSearch={() => undefined} icon={<icons.FilterIcon />} />
      </div>
      <div className={styles.row}>
        <Checkbox label="Enable" checked={on} onChange={setOn} />
        <Checkbox label="Some" checked="mixed" onChange={setOn} />
        <Checkbox label="Off" checked={!on} onChange={setOn} />
        <Checkbox label="Disabled" checked={false} disabled onChange={setOn} />
        <Radio name="r" label="Filter has results" checked={!on} onChoose={() => setOn(false)} />
        <Radio name="r" label="Aggregation reaches a threshold" checked={on} onChoose={() => setOn(true)} />
        <Switch label="Live" checked={on} onChange={setOn} />
        <Switch label="Off" checked={!on} onChange={() => setOn(!on)} />
      </div>
      {(['underlined', 'chips', 'segments'] as const).map((kind) => (
        <div key={kind} className={styles.row}>
          <Tabs
            kind={kind}
            label={kind}
            active={tab}
            onChange={setTab}
            tabs={[
              { key: 'a', label: 'Absolute' },
              { key: 'r', label: 'Relative' },
              { key: 'k', label: 'Keyword' },
            ]}
          />
        </div>
      ))}
      <Alert kind="info">An aggregation creates one event per run.</Alert>
      <Alert kind="warning" title="Warning">
        The server is away.
      </Alert>
      <div className={styles.grid}>
        <div className={styles.card}>
          <Loading />
        </div>
        <div className={styles.card}>
          <EmptyState icon={<icons.ChartIcon />} title="Empty Aggregation">
            Edit the widget to add a metric or a grouping.
          </EmptyState>
        </div>
        <div className={styles.card}>
          <ErrorPanel
            title="While retrieving data for this widget, the following error(s) occurred:"
            errors={['Result window is too large.']}
            onRetry={() => undefined}
          />
        </div>
      </div>
      <div className={styles.card}>
        <DeniedState title="No stream permissions.">We cannot start a search right now.</DeniedState>
      </div>
      <div className={styles.row}>
        <Skeleton width={140} /> <Skeleton width={80} /> <Skeleton width={300} />
      </div>
      <div className={styles.row} style={{ fontSize: 20 }}>
        {Object.entries(icons).map(([name, Icon]) => (
          <Icon key={name} />
        ))}
      </div>
    </main>
  );
}

defineElement('log-kit', Kit, { signIn: 'component' });
for (const theme of ['light', 'dark']) {
  const element = document.createElement('log-kit');
  element.setAttribute('theme', theme);
  document.body.append(element);
}
document.body.style.cssText = 'margin:0;display:grid;grid-template-columns:1fr 1fr';
