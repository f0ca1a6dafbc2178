import { mount } from 'svelte';
import Portal from './Portal.svelte';
import { settings } from './portal';

const props = await settings();
mount(Portal, { target: document.getElementById('app') as HTMLElement, props });
