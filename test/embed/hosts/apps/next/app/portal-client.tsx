'use client';
export { Portal } from '../src/portal-page';
