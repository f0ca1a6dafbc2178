import { readFileSync } from 'node:fs';
import { startTestServer } from './server.js';
const server = await startTestServer();
const session = await server.login();
const ask = async (method: string, path: string, json?: unknown, body?: string) => {
  const t = Date.now();
  const r = await server.call(path, { method, session, ...(json !== undefined && { json }), ...(body !== undefined && { body, headers: { 'Content-Type': 'application/json' } }) });
  const text = await r.text();
  let v: any = text; try { v = JSON.parse(text); } catch {}
  console.log(method, path.slice(0,110), r.status, `${Date.now() - t} ms`, r.status >= 400 ? text.slice(0, 600) : '');
  return v;
};
const cat = async () => JSON.stringify((await ask('GET', '/system/catalog')).entities.sort((a: any, b: any) => (a.id < b.id ? -1 : 1)));
const before = await cat();
for (const name of process.argv.slice(2).length ? process.argv.slice(2) : ['esxi', 'watchguard', 'zeek']) {
  const text = readFileSync(`/work/shared/data/content-packs/${name}.json`, 'utf8');
  const up = await ask('POST', '/system/content_packs', undefined, text);
  console.log(up);
  const p = `/system/content_packs/${up.id}/${up.rev}`;
  const down = await (await server.call(`${p}/download`, { session })).text();
  console.log('bytes equal', down === text);
  const dry = await ask('POST', `${p}/installations/dry_run`, {});
  console.log(dry.problems, dry.warnings, dry.parameters.map((x: any) => [x.name, x.value, x.problem, x.warning, x.suggestion]));
  const n: any = {}; for (const e of dry.entities) { n[e.type.name + ' ' + e.action] = (n[e.type.name + ' ' + e.action] ?? 0) + 1; }
  console.log(n);
  for (const e of dry.entities.filter((x: any) => x.action === 'conflict')) console.log(e.title, e.detail, e.conflict?.mine?.slice(0, 200), '|', e.conflict?.theirs?.slice(0, 200));
  const choices = Object.fromEntries(dry.entities.filter((x: any) => x.action === 'conflict').map((x: any) => [x.id, { action: 'keep' }]));
  const inst = await ask('POST', `${p}/installations`, { choices, ignore_constraints: true });
  if (!inst._id) continue;
  console.log('installed', inst.entities.length);
  const det = await ask('GET', `/system/content_packs/${up.id}/installations/${inst._id}/uninstall_details`);
  console.log('goes', det.entities.length, 'kept', det.kept.length, 'changed', det.changed.length);
  const un = await ask('DELETE', `/system/content_packs/${up.id}/installations/${inst._id}`);
  console.log(un.uninstalled.entities.length, un.uninstalled.skipped_entities.length, un.uninstalled.failed_entities);
  console.log('same catalogue', (await cat()) === before);
}
console.log(server.output().stderr.slice(-3000));
await server.stop();
