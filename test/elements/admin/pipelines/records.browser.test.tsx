/** Compares the pages of pipelines, their rules, the simulator and the message flow with their records. */
import { flowPages } from '../../../../elements/admin/pipeline-flow/pages.js';
import { pipelineRulesPages } from '../../../../elements/admin/pipeline-rules/pages.js';
import { simulatorPages } from '../../../../elements/admin/pipeline-simulator/pages.js';
import { pipelinesPages } from '../../../../elements/admin/pipelines/pages.js';
import { administration } from '../admin-page.js';
import { recordedPages } from '../records/recorder.js';
import { pipelineAnswers, ruleSource } from './pipelines-world.js';
import stored from './pipelines.record.txt';

const at = '/system/pipelines';
const base = ['pipeline:read', 'pipeline_connection:read'];

// Paths with parameters come last, as in the console.
const admin = administration(
  [...simulatorPages, ...flowPages, ...pipelineRulesPages, ...pipelinesPages],
  pipelineAnswers,
);

// The editor replaces a text area as soon as it is loaded; the records contain the editor.
before(async () => {
  await import('../../../../elements/admin/rule-editor/rule-source-editor.js');
});

recordedPages(admin, {
  file: 'pipelines.record.txt',
  stored,
  pages: [
    {
      route: at,
      base,
      permissions: ['pipeline:create', 'pipeline:edit:p1', 'pipeline:delete:p1', 'streams:read', 'pipeline_rule:read'],
      skip: / (<img.*|Broken)$/,
    },
    { route: `${at}/new`, base: [...base, 'pipeline:create'] },
    {
      route: `${at}/p1`,
      base,
      permissions: ['pipeline:edit:p1', 'pipeline_connection:edit', 'pipeline_rule:read', 'clusterconfigentry:read'],
      only: /^button (Simulate|Source|Add new stage|Add rule \(3\)|Edit|Edit pipeline details|Edit connections|Open rule|Create rule|Remove rule from stage|Remove.*|More actions for (parse|never|Stage [05]))$/,
      skip: /^(radio At least one.*)$/,
    },
    { route: `${at}/p1`, state: 'for a reader', as: base, brief: true, only: /^button Source$/ },
    { route: `${at}/p2`, brief: true, only: /^$/ },
    { route: `${at}/p3`, brief: true, only: /^button (Source|Edit connections)$/ },
    {
      route: `${at}/rules`,
      base: [...base, 'pipeline_rule:read'],
      permissions: ['pipeline_rule:create', 'pipeline_rule:edit:r1', 'pipeline_rule:delete:r1'],
      skip: /(Edit (mask|broken|never)|Delete (mask|broken)|radio Disable)$/,
      variants: {
        'with measured rules': { [`GET ${at}/rule/config/metrics`]: () => ({ metrics_enabled: true }) },
      },
    },
    { route: `${at}/rules/new`, base: [...base, 'pipeline_rule:create'] },
    { route: `${at}/rules/new?name=tag`, brief: true, only: /^button (Create rule|Cancel)$/ },
    {
      route: `${at}/rules/r1`,
      base: [...base, 'pipeline_rule:read'],
      permissions: ['pipeline_rule:edit', 'pipeline_rule:edit:r1', 'streams:read', 'inputs:read', 'lookuptables:read'],
      only: /^(button (Update.*|Clear.*|Show (in workbench( \(6\))?|\d.*)|Simulate this message|Compare.*|Ignore.*|Line.*|Add test|Run.*|Edit|Delete)|textbox (Description|Rule source))$/,
      values: {
        'Rule source': ruleSource.replace('"parse"', '"took"'),
        'Sample message (JSON)': '{"message":"new","took":9007199254740993}',
        'Expected (JSON)': '{"matches":false}',
      },
    },
    {
      route: `${at}/rules/r1`,
      brief: true,
      state: 'with a sample set',
      first: ['combobox Samples', 'option Sample set Known'],
      values: { 'Sample message (JSON)': '{"message":"two"}', 'Expected (JSON)': '{"matches":false}' },
      only: /^(button (\d|Delete sample set|.*test)|combobox Run the rule)/,
      variants: {
        'with a rule that does not parse': {
          [`POST ${at}/rule/workbench`]: () => ({
            errors: [{ type: 'syntax_error', line: 1, position_in_line: 0, reason: 'no rule' }],
            results: [],
            matched: 0,
            failed: 0,
            micros_per_message: 0,
          }),
        },
        'while the run fails': { [`POST ${at}/rule/workbench`]: () => new Response('{}', { status: 500 }) },
      },
    },
    {
      route: `${at}/rules/r1`,
      brief: true,
      state: 'with the messages of a search',
      first: ['combobox Samples', 'option Messages of a search'],
      only: /^(button (Save as sample set|Run)|textbox Search query)$/,
    },
    {
      route: `${at}/rules/r1`,
      brief: true,
      state: 'with a raw text',
      first: ['combobox Samples', 'option Raw text or one message'],
      only: /^(tab Raw|tab Message ID)/,
    },
    { route: `${at}/rules/r3`, brief: true, only: /^$/ },
    {
      route: `${at}/rules/new?index=web_0&message=m1&field=message&from=30&to=47`,
      only: /^(radio|button Create|combobox Hit)/,
      variants: {
        'without the message': {
          'GET /messages/web_0/m1': () => new Response('{}', { status: 404 }),
        },
        'while the hits fail': { [`POST ${at}/rule/workbench/hits`]: () => new Response('{}', { status: 500 }) },
      },
      brief: true,
    },
    {
      route: `${at}/rules/new?index=web_0&message=m1`,
      brief: true,
      only: /^$/,
    },
    { route: `${at}/simulate`, base: [...base, 'pipeline_rule:read'], permissions: ['streams:read', 'messages:read'] },
    {
      route: `${at}/simulate?index=web_0&message=m1&stream=s1`,
      base: [...base, 'pipeline_rule:read', 'streams:read'],
      permissions: ['messages:read', 'pipeline_rule:create'],
      only: /^(tab (Results|Simulation)|button (Run again|Test|Load))/,
    },
    {
      route: `${at}/simulate`,
      state: 'with a raw text',
      brief: true,
      values: { 'Raw message': 'one\ntwo' },
      first: [
        'tab Raw message',
        'textbox Raw message',
        'combobox Message codec',
        'option Raw String',
        'button Load message',
      ],
      only: /^checkbox /,
      variants: {
        'while the path of a text fails': { [`POST ${at}/simulate/path`]: () => new Response('{}', { status: 500 }) },
        'with a server that has no path': { [`POST ${at}/simulate/path`]: () => new Response('{}', { status: 404 }) },
        'with a dropped message': {
          [`POST ${at}/simulate`]: () => ({ messages: [], simulation_trace: [], took_microseconds: 1 }),
        },
      },
    },
    { route: `${at}/simulate?rule=r1&at=2026-03-02T09:17:09.000Z`, brief: true, only: /^$/ },
    {
      route: `${at}/flow`,
      base: [...base, 'streams:read'],
      permissions: ['inputs:read', 'indexsets:read', 'pipeline_rule:read'],
      only: /^tab /,
    },
  ],
});
