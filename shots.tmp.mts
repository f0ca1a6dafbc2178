// tsx shots.mts TREE ROUTE NAME [theme...]
import { mkdirSync } from 'node:fs';
const tree = process.argv[2]!; const routes = process.argv.slice(3);
const { launch } = await import(`${tree}/test/browser.ts`);
const { startTestServer } = await import(`${tree}/test/server.ts`);
const { signIn } = await import(`${tree}/test/e2e/signed-in.ts`);
process.chdir(tree); mkdirSync('/tmp/shots', { recursive: true });
const [browser, server] = await Promise.all([launch(), startTestServer()]);
const admin = await server.login();
const person = (u: string, f: string, l: string, roles: string[]) => server.call('/users', { method: 'POST', session: admin, json: { username: u, password: 'a user password', email: `${u}@example.org`, first_name: f, last_name: l, permissions: [], roles } });
for (let i = 0; i < 12; i++) await person(`jane${i}`, 'Jane', `Roe ${i}`, i % 3 ? ['Reader'] : ['Admin', 'Reader']);
await person('hostile', '<img src=x onerror=alert(1)>', 'W'.repeat(90), ['Reader']);
const jane = ((await (await server.call('/users/jane1', { session: admin })).json()) as any).id;
const me = ((await (await server.call('/users/admin', { session: admin })).json()) as any).id;
await server.login('jane1', 'a user password');
await server.call(`/users/${jane}/tokens/a%20token`, { method: 'POST', session: admin, json: {} });
for (const [w, h] of [[1440, 900], [768, 1000], [360, 740]] as const) for (const theme of ['light', 'dark'] as const) {
  if (theme === 'dark' && w === 768) continue;
  const context = await browser.newContext({ viewport: { width: w, height: h }, colorScheme: theme });
  const page = await context.newPage();
  page.on('console', (m: any) => { if (m.type() === 'error') console.log('console', m.text()); });
  page.on('pageerror', (e: any) => console.log('pageerror', e.message));
  await signIn(page, server, '/welcome');
  for (const route of routes) {
    const path = route.replace('JANE', jane).replace('ME', me);
    await page.goto(server.url + path); await page.waitForTimeout(1500);
    const name = route.replace(/\W+/g, '-');
    await page.screenshot({ path: `/tmp/shots/${name}-${w}-${theme}.png`, fullPage: true });
  }
  await context.close();
}
await browser.close(); await server.stop();
