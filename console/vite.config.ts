import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { buildOptions } from '../web/build/buildOptions.ts';
import { byteBudgets } from '../web/build/byteBudgets.ts';
import { clientCalls } from '../web/build/clientCalls.ts';
import { precompress } from '../web/build/precompress.ts';
import { routePatterns } from './src/paths.ts';

// Vite requires a default export.
export default defineConfig(({ mode }) => ({
  base: '/console/',
  plugins: [
    react(),
    clientCalls(),
    ...(mode === 'production' ? [precompress(), byteBudgets(import.meta.dirname, routePatterns)] : []),
  ],
  // What both apps show comes from web/, which has no files of its own for the console to copy.
  publicDir: false,
  // One file for what every screen needs.
  build: buildOptions(mode, 'console', [{ name: 'console', tags: ['$initial'] }]),
}));
