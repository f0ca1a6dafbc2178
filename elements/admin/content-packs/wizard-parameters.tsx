/**
 * Renders the second step of the wizard: the parameters, and the values that they replace (screens/data-intake.md C2
 * step 2).
 */
import { useState, type ReactNode } from 'react';
import type { ContentEntity } from '../../../api/contract/catalogue.js';
import type { ContentPackParameter } from '../../../api/contract/content-packs.js';
import { fits, usesOf, valuePlaces, type Bindings } from '../../../machines/content-pack/pack-draft.js';
import { textOfValue, valueOfText } from '../../../machines/content-pack/parameter-values.js';
import { Button } from '../../kit/button.js';
import { Chip } from '../../kit/chip.js';
import { Section } from '../../kit/detail-page/index.js';
import { Dialog } from '../../kit/dialog.js';
import { useFactTable } from '../../kit/fact-table.js';
import { useConfirm } from '../../kit/feedback.js';
import { Field } from '../../kit/field.js';
import { FormDialog, useForm } from '../../kit/form/index.js';
import { Input } from '../../kit/input.js';
import { Select } from '../../kit/select.js';
import { entityTitle } from './entities.js';
import { texts, typeName } from './texts.js';
import { wizardTexts as told } from './wizard-texts.js';

export interface ParametersStepProps {
  readonly parameters: readonly ContentPackParameter[];
  readonly onParameters: (
    all: readonly ContentPackParameter[],
    renamed?: { readonly from: string; readonly to: string },
  ) => void;
  readonly entities: readonly ContentEntity[];
  /** Ids of the entities that the previous version contains. */
  readonly own: ReadonlySet<string>;
  readonly bindings: Bindings;
  /** The bindings of the previous version, which cannot be removed. */
  readonly inherited: Bindings;
  readonly onBindings: (bindings: Bindings) => void;
}

type Open =
  | { readonly kind: 'parameter'; readonly parameter: ContentPackParameter | undefined }
  | { readonly kind: 'apply' | 'show'; readonly entity: ContentEntity };

export function ParametersStep(props: ParametersStepProps): ReactNode {
  const { parameters, onParameters, entities, own, bindings } = props;
  const table = useFactTable();
  const confirm = useConfirm();
  const [open, setOpen] = useState<Open>();
  const close = (): void => setOpen(undefined);
  const remove = async ({ name, title }: ContentPackParameter): Promise<void> => {
    const { title: question, text, confirm: yes } = told.deleteParameter;
    if (!(await confirm({ title: question, text: text(title), confirm: yes, danger: true }))) return;
    onParameters(parameters.filter((one) => one.name !== name));
  };
  return (
    <>
      <Section
        title={told.parameterList}
        action={
          <Button onClick={() => setOpen({ kind: 'parameter', parameter: undefined })}>{told.createParameter}</Button>
        }
      >
        {parameters.length === 0 ? (
          told.noParameters
        ) : (
          <table className={table}>
            <thead>
              <tr>
                <th scope="col">{told.title}</th>
                <th scope="col">{told.parameterName}</th>
                <th scope="col">{told.valueType}</th>
                <th scope="col">{told.defaultValue}</th>
                <th scope="col">{told.used}</th>
                <td />
              </tr>
            </thead>
            <tbody>
              {parameters.map((parameter) => {
                const uses = usesOf(parameter.name, bindings);
                return (
                  <tr key={parameter.name}>
                    <td>{parameter.title}</td>
                    <td data-label={told.parameterName}>{parameter.name}</td>
                    <td data-label={told.valueType} data-short>
                      {parameter.type}
                    </td>
                    <td data-label={told.defaultValue}>{textOfValue(parameter.default_value)}</td>
                    <td data-label={told.used} data-short>
                      {uses}
                    </td>
                    <td>
                      <Button size="small" onClick={() => setOpen({ kind: 'parameter', parameter })}>
                        {told.edit1}
                      </Button>{' '}
                      <Button
                        size="small"
                        disabled={uses > 0}
                        title={uses > 0 ? told.inUse : undefined}
                        onClick={() => void remove(parameter)}
                      >
                        {told.delete}
                      </Button>
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        )}
      </Section>
      <Section title={`${told.entities} (${entities.length})`}>
        <table className={table}>
          <thead>
            <tr>
              <th scope="col">{told.title}</th>
              <th scope="col">{texts.pack.type}</th>
              <th scope="col">{told.parameterList}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {entities.map((entity) => {
              const bound = new Set(Object.values(bindings[entity.id] ?? {}));
              return (
                <tr key={entity.id}>
                  <td>
                    {entityTitle(entity)}{' '}
                    {own.size > 0 && <Chip size="small">{own.has(entity.id) ? told.fromPack : told.fromServer}</Chip>}
                  </td>
                  <td data-short>{typeName(entity.type.name)}</td>
                  <td {...(bound.size > 0 && { 'data-label': told.parameterList })}>{[...bound].join(', ')}</td>
                  <td>
                    <Button
                      size="small"
                      disabled={parameters.length === 0}
                      title={parameters.length === 0 ? told.needParameters : undefined}
                      onClick={() => setOpen({ kind: 'apply', entity })}
                    >
                      {told.edit2}
                    </Button>{' '}
                    <Button size="small" onClick={() => setOpen({ kind: 'show', entity })}>
                      {told.showEntity}
                    </Button>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </Section>
      {open?.kind === 'parameter' && <ParameterDialog {...props} parameter={open.parameter} onClose={close} />}
      {open?.kind === 'apply' && <ApplyDialog {...props} entity={open.entity} onClose={close} />}
      {open?.kind === 'show' && <ValuesDialog entity={open.entity} onClose={close} />}
    </>
  );
}

const types = ['string', 'integer', 'double', 'boolean'] as const;
type OfferedType = (typeof types)[number];

interface ParameterDialogProps extends ParametersStepProps {
  readonly parameter: ContentPackParameter | undefined;
  readonly onClose: () => void;
}

function ParameterDialog({ parameter, parameters, onParameters, onClose }: ParameterDialogProps): ReactNode {
  const form = useForm({
    initial: {
      title: parameter?.title ?? '',
      name: parameter?.name ?? '',
      description: parameter?.description ?? '',
      type: parameter?.type ?? ('string' as ContentPackParameter['type']),
      value: textOfValue(parameter?.default_value),
    },
    check: ({ title, name, description, type, value }) => ({
      title: title.trim() === '' ? told.missing : undefined,
      name:
        name === ''
          ? told.missing
          : !/^\w+$/.test(name)
            ? told.badName
            : parameters.some((one) => one !== parameter && one.name === name)
              ? told.takenName
              : undefined,
      description: description.trim() === '' ? told.missing : undefined,
      value: value !== '' && valueOfText(type, value) === undefined ? told.badDefault : undefined,
    }),
    save: ({ title, name, description, type, value }) => {
      const made: ContentPackParameter = {
        title,
        name,
        description,
        type,
        default_value: valueOfText(type, value) ?? null,
      };
      if (!parameter) onParameters([...parameters, made]);
      else
        onParameters(
          parameters.map((one) => (one === parameter ? made : one)),
          { from: parameter.name, to: name },
        );
      return Promise.resolve(made);
    },
    onSaved: onClose,
  });
  const { values, set } = form;
  return (
    <FormDialog
      form={form}
      size="medium"
      title={parameter ? told.editParameter : told.createParameter}
      submit={told.save}
      failed={told.failed}
      onClose={onClose}
    >
      <Field label={told.title} required {...form.field('title')}>
        <Input value={values.title} onChange={(title) => set({ title })} />
      </Field>
      <Field label={told.parameterName} required help={told.nameHelp} {...form.field('name')}>
        <Input mono value={values.name} onChange={(name) => set({ name })} />
      </Field>
      <Field label={told.descriptionField} required {...form.field('description')}>
        <Input value={values.description} onChange={(description) => set({ description })} />
      </Field>
      <Field label={told.valueType}>
        <Select
          disabled={parameter !== undefined}
          options={(parameter ? [parameter.type as OfferedType] : types).map((one) => ({ value: one, label: one }))}
          value={values.type as OfferedType}
          onChange={(type) => set({ type })}
        />
      </Field>
      <Field label={told.defaultValue} {...form.field('value')}>
        <Input value={values.value} onChange={(value) => set({ value })} />
      </Field>
    </FormDialog>
  );
}

interface EntityDialogProps {
  readonly entity: ContentEntity;
  readonly onClose: () => void;
}

function ApplyDialog(props: ParametersStepProps & EntityDialogProps): ReactNode {
  const { entity, parameters, bindings, inherited, onBindings, onClose } = props;
  const table = useFactTable();
  const [path, setPath] = useState('');
  const [name, setName] = useState('');
  const bound = bindings[entity.id] ?? {};
  const free = valuePlaces(entity.data).filter(
    (place) => place.type !== 'parameter' && bound[place.path] === undefined,
  );
  const place = free.find((one) => one.path === path);
  const fitting = place ? parameters.filter((parameter) => fits(parameter, place)) : [];
  const change = (all: Readonly<Record<string, string>>): void => onBindings({ ...bindings, [entity.id]: all });
  const apply = (): void => {
    if (!place || !fitting.some((one) => one.name === name)) return;
    change({ ...bound, [place.path]: name });
    setPath('');
    setName('');
  };
  const none = { value: '', label: told.choose };
  return (
    <Dialog
      open
      size="medium"
      title={told.apply(entityTitle(entity))}
      onClose={onClose}
      onSubmit={apply}
      footer={
        <>
          <Button onClick={onClose}>{texts.close}</Button>
          <Button type="submit" appearance="primary" disabled={!place || name === ''}>
            {told.applyButton}
          </Button>
        </>
      }
    >
      <Field label={told.configKey}>
        <Select
          options={[
            none,
            ...free.map((one) => ({
              value: one.path,
              label: `${one.path} (${one.type}: ${textOfValue(one.value).slice(0, 40)})`,
            })),
          ]}
          value={path}
          onChange={(chosen) => (setPath(chosen), setName(''))}
        />
      </Field>
      <Field label={told.parameter}>
        <Select
          options={[none, ...fitting.map((one) => ({ value: one.name, label: `${one.title} (${one.name})` }))]}
          value={name}
          onChange={setName}
        />
      </Field>
      {Object.keys(bound).length === 0 ? (
        told.noBindings
      ) : (
        <table className={table}>
          <thead>
            <tr>
              <th scope="col">{told.configKey}</th>
              <th scope="col">{told.parameter}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {Object.entries(bound).map(([key, parameter]) => (
              <tr key={key}>
                <td>{key}</td>
                <td>{parameter}</td>
                <td>
                  {inherited[entity.id]?.[key] === undefined ? (
                    <Button
                      size="small"
                      onClick={() => change(Object.fromEntries(Object.entries(bound).filter(([one]) => one !== key)))}
                    >
                      {told.clear}
                    </Button>
                  ) : (
                    told.inherited
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Dialog>
  );
}

function ValuesDialog({ entity, onClose }: EntityDialogProps): ReactNode {
  const table = useFactTable();
  return (
    <Dialog
      open
      size="large"
      title={entityTitle(entity)}
      onClose={onClose}
      footer={<Button onClick={onClose}>{texts.close}</Button>}
    >
      <table className={table}>
        <thead>
          <tr>
            <th scope="col">{told.key}</th>
            <th scope="col">{texts.pack.type}</th>
            <th scope="col">{told.value}</th>
          </tr>
        </thead>
        <tbody>
          {valuePlaces(entity.data).map(({ path, type, value }) => (
            <tr key={path}>
              <td>{path}</td>
              <td>{type}</td>
              <td>{textOfValue(value).slice(0, 2000)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}
