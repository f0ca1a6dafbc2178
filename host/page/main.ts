/** The host page: one console, filling the window, below the address that the page's `<base>` names. */
import '../../elements/log-console.js';

const element = document.createElement('log-console');
const basePath = new URL(document.baseURI).pathname.replace(/\/$/, '');
if (basePath) {
  element.setAttribute('base-path', basePath);
  element.setAttribute('server', `${basePath}/api`);
}
document.querySelector('.not-loaded')?.remove();
document.body.append(element);
