/** The host page: one console, filling the window, below the address that the page's `<base>` names. */
import '../../elements/log-console.js';

const element = document.createElement('log-console');
// The page is the console's own: the sign-in form may take the focus.
element.autofocus = true;
const basePath = new URL(document.baseURI).pathname.replace(/\/$/, '');
if (basePath) {
  element.setAttribute('base-path', basePath);
  element.setAttribute('server', `${basePath}/api`);
}
// The server says where the list of plug-ins is, if there are any.
const plugins = document.querySelector<HTMLMetaElement>('meta[name="log-console-plugins"]')?.content;
if (plugins) element.setAttribute('plugins', plugins);
document.querySelector('.not-loaded')?.remove();
document.body.append(element);
