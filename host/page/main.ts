/** The host page shows a single console that fills the window; the `<base>` element of the page names its base path. */
import '../../elements/log-console.js';

const element = document.createElement('log-console');
// The page contains nothing but the console, so the sign-in form may take the focus.
element.autofocus = true;
const basePath = new URL(document.baseURI).pathname.replace(/\/$/, '');
if (basePath) {
  element.setAttribute('base-path', basePath);
  element.setAttribute('server', `${basePath}/api`);
}
// If there are plug-ins, the server adds an element to the head that names the address of their list.
const plugins = document.querySelector<HTMLMetaElement>('meta[name="log-console-plugins"]')?.content;
if (plugins) element.setAttribute('plugins', plugins);
document.querySelector('.not-loaded')?.remove();
document.body.append(element);
