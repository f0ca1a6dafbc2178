// Renders the page; the server in front of this one serves the files below dist.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { render } from './dist-server/render.js';

const { PORT, LOG_SERVER, LOG_DASHBOARD } = process.env;
const page = readFileSync(new URL('dist/index.html', import.meta.url), 'utf8');
const given = { server: LOG_SERVER, dashboard: LOG_DASHBOARD };
createServer((_request, response) => {
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.end(page.replace('<div id="app"></div>', `<div id="app">${render(given)}</div>`));
}).listen(Number(PORT), '127.0.0.1');
