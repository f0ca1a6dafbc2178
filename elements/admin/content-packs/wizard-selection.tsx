/** Renders the first step of the wizard: name and entities of the content pack (screens/data-intake.md C2 step 1). */
import { makeStyles } from '@griffel/react';
import { useState, type ReactNode } from 'react';
import type { ContentEntity, EntityExcerpt } from '../../../api/contract/catalogue.js';
import type { ContentPack } from '../../../api/contract/content-packs.js';
import { urlProblem } from '../../../machines/content-pack/pack-draft.js';
import { Checkbox } from '../../kit/checkbox.js';
import { Chip } from '../../kit/chip.js';
import { Section } from '../../kit/detail-page/index.js';
import { Field } from '../../kit/field.js';
import { IconButton } from '../../kit/icon-button.js';
import { ChevronDownIcon, ChevronRightIcon } from '../../kit/icons.js';
import { Input } from '../../kit/input.js';
import { SearchBox } from '../../kit/search-box.js';
import { Textarea } from '../../kit/textarea.js';
import { tokens, type } from '../../kit/tokens.js';
import { entityTitle } from './entities.js';
import { typeName } from './texts.js';
import { wizardTexts as told } from './wizard-texts.js';

const useStyles = makeStyles({
  step: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px' },
  form: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '14px', maxWidth: '760px' },
  tree: { marginTop: '8px' },
  group: { display: 'flex', alignItems: 'center', gap: '4px' },
  members: { display: 'grid', gap: '4px', margin: 0, padding: '0 0 8px 40px', listStyleType: 'none' },
  member: { display: 'flex', alignItems: 'center', gap: '8px', minWidth: 0, overflowWrap: 'anywhere' },
  hint: { margin: '8px 0', color: tokens.text.secondary, ...type.caption },
});

export type About = Pick<ContentPack, 'name' | 'summary' | 'description' | 'vendor' | 'url'>;

export const keyOf = ({ id, type: model }: Pick<EntityExcerpt, 'id' | 'type'>): string => `${model.name} ${id}`;

export interface SelectionStepProps {
  readonly about: About;
  readonly onAbout: (change: Partial<About>) => void;
  /** The entities of the server that can be selected. */
  readonly catalog: readonly EntityExcerpt[];
  /** The entities of the version on which the new version is based. */
  readonly own: readonly ContentEntity[];
  readonly kept: ReadonlySet<string>;
  readonly onKept: (kept: ReadonlySet<string>) => void;
  /** Keys of the selected entities of the server. */
  readonly selected: ReadonlySet<string>;
  readonly onSelected: (selected: ReadonlySet<string>) => void;
}

interface Member {
  readonly key: string;
  readonly title: string;
  readonly isOwn: boolean;
}

export function SelectionStep(props: SelectionStepProps): ReactNode {
  const { about, onAbout, catalog, own, kept, onKept, selected, onSelected } = props;
  const styles = useStyles();
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set());
  const [filter, setFilter] = useState('');
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const text = (name: 'name' | 'summary' | 'vendor', label: string): ReactNode => (
    <Field label={label} required error={visited.has(name) && about[name].trim() === '' ? told.missing : undefined}>
      <Input
        value={about[name]}
        maxLength={250}
        onChange={(value) => onAbout({ [name]: value })}
        onBlur={() => setVisited((all) => new Set([...all, name]))}
      />
    </Field>
  );
  const problem = urlProblem(about.url.trim());

  const groups = new Map<string, Member[]>();
  const put = (name: string, member: Member): void => {
    groups.set(name, [...(groups.get(name) ?? []), member]);
  };
  for (const entity of own) put(entity.type.name, { key: entity.id, title: entityTitle(entity), isOwn: true });
  for (const entity of catalog)
    put(entity.type.name, { key: keyOf(entity), title: entity.title ?? entity.id, isOwn: false });
  const wanted = filter.trim().toLowerCase();
  const isOn = ({ key, isOwn }: Member): boolean => (isOwn ? kept : selected).has(key);
  const set = (members: readonly Member[], on: boolean): void => {
    const changed = (known: ReadonlySet<string>, keys: readonly string[]) =>
      on ? new Set([...known, ...keys]) : new Set([...known].filter((key) => !keys.includes(key)));
    const keysOf = (isOwn: boolean) => members.filter((one) => one.isOwn === isOwn).map(({ key }) => key);
    if (keysOf(true).length > 0) onKept(changed(kept, keysOf(true)));
    if (keysOf(false).length > 0) onSelected(changed(selected, keysOf(false)));
  };
  const shown = [...groups]
    .map(([name, members]) => [name, members.filter(({ title }) => title.toLowerCase().includes(wanted))] as const)
    .filter(([, members]) => members.length > 0)
    .toSorted(([a], [b]) => typeName(a).localeCompare(typeName(b)));
  return (
    <div className={styles.step}>
      <Section title={told.details}>
        <div className={styles.form}>
          {text('name', told.name)}
          {text('summary', told.summary)}
          <Field label={told.descriptionField} optional help={told.descriptionHelp}>
            <Textarea rows={6} value={about.description} onChange={(description) => onAbout({ description })} />
          </Field>
          {text('vendor', told.vendor)}
          <Field
            label={told.url}
            optional
            help={told.urlHelp}
            error={problem === 'scheme' ? told.scheme : problem === 'url' ? told.badUrl : undefined}
          >
            <Input value={about.url} maxLength={250} onChange={(url) => onAbout({ url })} />
          </Field>
        </div>
      </Section>
      <Section title={told.entities}>
        <SearchBox label={told.filter} placeholder={told.filter} query={filter} onSearch={setFilter} />
        {kept.size + selected.size === 0 && <p className={styles.hint}>{told.selectOne}</p>}
        <div className={styles.tree}>
          {shown.map(([name, members]) => {
            const count = members.filter(isOn).length;
            const isOpen = wanted !== '' || open.has(name);
            const label = told.group(typeName(name), count, members.length);
            return (
              <div key={name}>
                <div className={styles.group}>
                  <IconButton
                    label={told.show(typeName(name))}
                    aria-expanded={isOpen}
                    icon={isOpen ? <ChevronDownIcon /> : <ChevronRightIcon />}
                    onClick={() =>
                      setOpen((all) => new Set(isOpen ? [...all].filter((one) => one !== name) : [...all, name]))
                    }
                  />
                  <Checkbox
                    label={label}
                    checked={count === members.length ? true : count > 0 ? 'mixed' : false}
                    onChange={(on) => set(members, on)}
                  />
                </div>
                {isOpen && (
                  <ul className={styles.members}>
                    {members.map((member) => (
                      <li key={member.key} className={styles.member}>
                        <Checkbox label={member.title} checked={isOn(member)} onChange={(on) => set([member], on)} />
                        {own.length > 0 && <Chip size="small">{member.isOwn ? told.fromPack : told.fromServer}</Chip>}
                      </li>
                    ))}
                  </ul>
                )}
              </div>
            );
          })}
        </div>
      </Section>
    </div>
  );
}
