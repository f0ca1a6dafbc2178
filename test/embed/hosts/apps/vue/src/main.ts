import { createApp } from 'vue';
import Portal from './Portal.vue';
import { settings } from './portal';

createApp(Portal, { ...(await settings()) }).mount('#app');
