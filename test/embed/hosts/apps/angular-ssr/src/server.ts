/** Renders the page; a server in front of this one serves the files below dist/browser. */
import {
  AngularNodeAppEngine,
  createNodeRequestHandler,
  isMainModule,
  writeResponseToNodeResponse,
} from '@angular/ssr/node';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

const engine = new AngularNodeAppEngine({ allowedHosts: ['127.0.0.1'] });
async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const rendered = await engine.handle(request);
  if (rendered) await writeResponseToNodeResponse(rendered, response);
  else response.writeHead(404).end();
}
export const reqHandler = createNodeRequestHandler(respond);
// The build imports this file to find the routes, and listens to no port.
if (isMainModule(import.meta.url))
  createServer((request, response) => void respond(request, response)).listen(Number(process.env['PORT']), '127.0.0.1');
