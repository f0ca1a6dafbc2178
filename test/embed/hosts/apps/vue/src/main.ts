import { createApp } from 'vue';
import Portal from './Portal.vue';
import { settings } from './portal.js';

createApp(Portal, { ...(await settings()) }).mount('#app');
