// Takes a screenshot of a page: node test/screenshot.mjs URL OUT.png [--width 1440] [--height 900] [--dark] [--full]
//   [--click SELECTOR] [--hover SELECTOR] [--wait MS] [--user NAME:PASSWORD fills a login form first]
// The selectors are those of Playwright, which find elements in open shadow roots, too. The program prints console
// errors, page errors and policy violations, and exits with code 1 if there were any.
import { parseArgs } from 'node:util';
import { tsImport } from 'tsx/esm/api';

const { launch } = await tsImport('./browser.ts', import.meta.url);
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    width: { type: 'string', default: '1440' },
    height: { type: 'string', default: '900' },
    dark: { type: 'boolean', default: false },
    full: { type: 'boolean', default: false },
    click: { type: 'string', multiple: true, default: [] },
    hover: { type: 'string' },
    wait: { type: 'string', default: '300' },
    user: { type: 'string' },
  },
});
const [url, out] = positionals;
if (!url || !out) {
  console.error(
    'Usage: node test/screenshot.mjs URL OUT.png [--width N] [--height N] [--dark] [--full] [--click SELECTOR] [--hover SELECTOR]',
  );
  process.exit(2);
}

const browser = await launch();
const problems = [];
try {
  const page = await browser.newPage({
    viewport: { width: Number(values.width), height: Number(values.height) },
    colorScheme: values.dark ? 'dark' : 'light',
  });
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.stack ?? error.message));
  await page.addInitScript(() => {
    globalThis.document.addEventListener('securitypolicyviolation', (event) =>
      console.error(
        `policy violation: ${event.violatedDirective} ${event.sourceFile}:${event.lineNumber} ${event.sample}`,
      ),
    );
  });
  await page.goto(url, { waitUntil: 'load' });
  if (values.user) {
    const [name, ...password] = values.user.split(':');
    await page.getByLabel('Username').fill(name);
    await page.getByLabel('Password', { exact: true }).fill(password.join(':'));
    await page.keyboard.press('Enter');
    await page.getByLabel('Username').waitFor({ state: 'detached' });
  }
  await page.waitForTimeout(Number(values.wait));
  for (const selector of values.click) await page.locator(selector).first().click();
  if (values.hover) await page.locator(values.hover).first().hover();
  if (values.click.length > 0 || values.hover) await page.waitForTimeout(Number(values.wait));
  await page.screenshot({ path: out, fullPage: values.full });
} finally {
  await browser.close();
}
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
